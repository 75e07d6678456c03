import type { Bytes } from "../read/bytes.ts";
import type { OwnFile } from "../read/own-lines.ts";
import type { RowFile } from "../read/rows.ts";
import { mixed } from "../stage-source.ts";

const LINE_END = Buffer.from("\n");

/** The lines of hoglet's own format in all files of an input. @throws invalid for a file of another source among them */
export async function* ownLines(
  first: OwnFile,
  rest: AsyncIterator<RowFile | OwnFile>,
): Bytes & AsyncGenerator<Uint8Array> {
  yield* first.own;
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) {
    const file = next.value;
    if (!("own" in file)) throw mixed("hoglet", "another", file.name);
    // The file before may end without a line end.
    yield LINE_END;
    yield* file.own;
  }
}

/** The files from the first on, which was read already. */
export function resume<File>(first: IteratorResult<File>, rest: AsyncIterator<File>): AsyncIterator<File> {
  let next: IteratorResult<File> | undefined = first;
  return {
    async next() {
      const result = next ?? (await rest.next());
      next = undefined;
      return result;
    },
    return: async () => (await rest.return?.()) ?? { done: true, value: undefined },
  };
}
