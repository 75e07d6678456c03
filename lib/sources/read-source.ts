import { invalid } from "../base/errors.ts";
import { openBudget } from "./read/budget.ts";
import { isFileSource, listInputs } from "./read/inputs.ts";
import type { ForeignSource } from "./read/inputs.ts";
import { toOwnFile } from "./read/own-lines.ts";
import type { OwnFile } from "./read/own-lines.ts";
import { readRows } from "./read/read-rows.ts";
import type { ReadOptions, RowFile } from "./read/rows.ts";
import type { Spool } from "./read/spool.ts";
import { unpack } from "./read/unpack.ts";

/** The files of a source, and how far they are read. */
export interface SourceReader {
  /** Packed files that were given. */
  inputs: number;
  sizeBytes: number | null;
  readBytes(): number;
  passedOver: string[];
  files: AsyncIterable<RowFile | OwnFile>;
}

/** Files that accompany exports and hold no records. */
const BESIDE =
  /(?:^|\/)(?:\.(?![./])|__MACOSX\/|_SUCCESS$|Thumbs\.db$|desktop\.ini$)|(?:^|[/_-])manifest\.json$|_complete$|\.(?:md|txt|sql|html?|pdf|png)$/i;

/** Files passed over that an answer names. */
const MOST_NAMED = 20;

/** Lists the files of a source, and reads them one after the other. */
export async function openSource(source: ForeignSource, options: ReadOptions, spool: Spool): Promise<SourceReader> {
  const inputs = await listInputs(source);
  const sizes = inputs.map(({ sizeBytes }) => sizeBytes);
  const budgets = inputs.map(({ sizeBytes }) => openBudget(sizeBytes));
  const passedOver: string[] = [];
  const pass = (name: string) => void (passedOver.length < MOST_NAMED && passedOver.push(name));
  const isSingle = !isFileSource(source) || (inputs.length === 1 && inputs[0]?.path === source.path);

  async function* files(): AsyncGenerator<RowFile | OwnFile> {
    let isEmpty = true;
    for (const [index, input] of inputs.entries()) {
      for await (const member of unpack(input, budgets[index] ?? openBudget(null), spool)) {
        const isGiven = isSingle && member.name === input.name;
        if (!isGiven && BESIDE.test(member.name)) {
          pass(member.name);
          continue;
        }
        const file = toOwnFile(member) ?? (await readRows(member, options, spool));
        if (file === null) pass(member.name);
        else {
          isEmpty = false;
          yield file;
        }
      }
    }
    if (isEmpty) throw invalid("source", "There are no records: the input is empty.");
  }
  return {
    inputs: inputs.length,
    sizeBytes: sizes.includes(null) ? null : sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0),
    readBytes: () => budgets.reduce((sum, { packedBytes }) => sum + packedBytes, 0),
    passedOver,
    files: files(),
  };
}
