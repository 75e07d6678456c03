import { invalid } from "../../base/errors.ts";
import { isFields } from "../../base/fields.ts";
import { readCsv } from "./csv.ts";
import { readJsonDocument } from "./json-document.ts";
import { listOf, readNdjson } from "./ndjson.ts";
import { readParquet } from "./parquet/read-parquet.ts";
import type { ReadOptions, RowFile } from "./rows.ts";
import type { Spool } from "./spool.ts";
import { toTextFile } from "./text.ts";
import { HEAD_BYTES } from "./unpack.ts";
import type { Member } from "./unpack.ts";

/** Finds the format by the contents. Null = it has none: an empty file. @throws invalid for bytes that are no text */
export async function readRows(member: Member, options: ReadOptions, spool: Spool): Promise<RowFile | null> {
  const { name, head, all } = member;
  if (head.subarray(0, 4).toString("latin1") === "PAR1") return readParquet(member, spool);
  if (head.subarray(0, 4).toString("latin1") === "Obj\u0001") {
    // Loaded only for it: few exports are Avro.
    const { readAvro } = await import("./avro.ts");
    return readAvro(member);
  }
  const text = toTextFile(head, all, name);
  const start = text.head.trimStart();
  if (start === "" && head.length >= HEAD_BYTES)
    throw invalid(null, `${name || "The input"} begins with nothing but blanks.`);
  if (start === "") return null;
  if (start.includes("\0")) throw invalid(null, `${name || "The input"} is no text, and no format that is known.`);
  if (!start.startsWith("{") && !start.startsWith("[")) return readCsv(name, text, options);
  return isNdjson(start, options)
    ? { name, format: "ndjson", columns: null, rows: readNdjson(text.pieces, options) }
    : { name, format: "json", columns: null, rows: readJsonDocument(text.pieces, options) };
}

/** Is every line a value of its own? The first line decides, or the second when the first is damaged. */
function isNdjson(start: string, { columns, rows }: ReadOptions): boolean {
  if (rows !== undefined) return false;
  const [first = "", second = ""] = start.split("\n", 3).map((line) => line.trim());
  const value = parse(first);
  if (value === undefined) return first.length > 1 && isFields(parse(second));
  // A list, or the body of a request, on one line is a document, unless more lines follow it, or records are lists whose values are named.
  const isAlone = !/^[[{]/.test(second);
  return Array.isArray(value) ? columns !== undefined || !isAlone : listOf(value as object) === null || !isAlone;
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line) as unknown;
  } catch {
    return undefined;
  }
}
