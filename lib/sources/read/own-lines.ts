import { isFields } from "../../base/fields.ts";
import { KINDS } from "../../transfer/index.ts";
import { parseJson } from "../values/cell.ts";
import type { Bytes } from "./bytes.ts";
import type { Member } from "./unpack.ts";

/** A file of lines in hoglet's own format, which `lib/transfer` reads. */
export interface OwnFile {
  name: string;
  own: Bytes;
}

/** Lines of a file's beginning that may be damaged before one tells its format. */
const TRIED_LINES = 5;

const START = new RegExp(`^\\ufeff?\\s*\\{\\s*"kind"\\s*:\\s*"(?:${KINDS.join("|")})"`);

/** The file as hoglet's own lines; null = it is something else. */
export function toOwnFile({ name, head, all }: Member): OwnFile | null {
  const text = head.toString("utf8");
  const isOwn = START.test(text) || text.split("\n", TRIED_LINES).some((line) => isOwnLine(parseJson(line)));
  return isOwn ? { name, own: all } : null;
}

function isOwnLine(value: unknown): boolean {
  return isFields(value) && KINDS.some((kind) => kind === value["kind"]);
}
