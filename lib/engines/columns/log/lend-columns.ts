import type { LentColumns } from "./segment.ts";

/** The source of columns: `SegmentSource`. */
interface Source {
  isFresh: boolean;
  times(): LentColumns["times"];
  ids(): LentColumns["ids"];
  seqs(): LentColumns["seqs"];
}

/**
 * Calls `use` with columns. Those that are not in memory are read when `use` takes them; if nothing else holds them, they are freed
 * when it returns.
 * @param known the columns in memory
 */
export function lendColumns<T>(
  source: Source,
  use: (columns: LentColumns) => T,
  known: { [Name in keyof LentColumns]: LentColumns[Name] | undefined },
): T {
  const own: ArrayBufferView[] = [];
  const take = <Name extends keyof LentColumns>(name: Name): LentColumns[Name] => {
    const kept = known[name];
    if (kept !== undefined) return kept;
    const list = source[name]() as LentColumns[Name];
    known[name] = list;
    if (source.isFresh) own.push(list);
    return list;
  };
  const used = use({
    get times() {
      return take("times");
    },
    get ids() {
      return take("ids");
    },
    get seqs() {
      return take("seqs");
    },
  });
  for (const list of own) free(list);
  return used;
}

/**
 * Gives the memory of a list back at once: it is empty afterwards. V8 lets tens of megabytes of lists gather before it collects them,
 * and the allocator keeps for good what it once had to give out.
 */
function free({ buffer }: ArrayBufferView): void {
  if (buffer instanceof ArrayBuffer) buffer.transfer(0);
}
