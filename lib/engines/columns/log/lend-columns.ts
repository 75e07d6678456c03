import type { LentColumns } from "./segment.ts";

/** The source of columns: `SegmentSource`. */
interface Source {
  isFresh: boolean;
  times(): LentColumns["times"];
  ids(): LentColumns["ids"];
  seqs(): LentColumns["seqs"];
}

/**
 * Calls `use` with columns, each read when `use` takes it, and freed on return unless something else holds it.
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
 * Gives the memory of a list back at once; the list is empty afterwards. V8 would let tens of megabytes gather, which
 * the allocator then keeps for good.
 */
function free({ buffer }: ArrayBufferView): void {
  if (buffer instanceof ArrayBuffer) buffer.transfer(0);
}
