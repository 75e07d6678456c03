/** A choice of a list below a field. */
export interface Option {
  /** The heading above the option; empty = none. */
  group: string;
  name: string;
  /** A few words beside the name; empty = none. */
  about?: string;
}

const WORD = /[\p{L}\p{N}]/u;

/** How well a text stands in a name: 0 = at its start, 1 = at the start of a word, 2 = inside a word, 3 = nowhere. */
export function rankOf(name: string, text: string): 0 | 1 | 2 | 3 {
  const [within, typed] = [name.toLowerCase(), text.trim().toLowerCase()];
  if (within.startsWith(typed)) return 0;
  let rank: 2 | 3 = 3;
  for (let at = within.indexOf(typed); at !== -1; at = within.indexOf(typed, at + 1)) {
    if (!WORD.test(within[at - 1] ?? "")) return 1;
    rank = 2;
  }
  return rank;
}

/**
 * The options of a list by their rank: each group with its best first, and the groups by their best. An option may match by the
 * words beside its name; one that the server found by other fields stands last.
 */
export function rankOptions<Each extends Option>(options: readonly Each[], text: string): Each[] {
  const rank = ({ name, about = "" }: Option) => Math.min(rankOf(name, text), rankOf(about, text));
  const groups = Map.groupBy(options, ({ group }) => group);
  const ranked = [...groups.values()].map((group) => group.toSorted((a, b) => rank(a) - rank(b)));
  const bestOf = ([best]: readonly Option[]) => (best === undefined ? 3 : rank(best));
  return ranked.toSorted((a, b) => bestOf(a) - bestOf(b)).flat();
}
