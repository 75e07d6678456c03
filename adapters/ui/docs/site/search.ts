import MiniSearch from "minisearch";
import type { SearchFile } from "../search-file.ts";

// MiniSearch: prefixes, slips of a letter and ranking in 6 kB without dependencies. The browser makes the index of the
// sections in `search.json` (278 of them in 60 ms) when the reader goes to the field, so that the package carries none.

/** A section that matches. */
export interface Found {
  name: string;
  /** The title of its page. */
  page: string;
  anchor: string;
  heading: string;
  /** Words around the first match. */
  excerpt: string;
}

/** Results that are shown: more would not be read. */
const MOST = 20;
/** Characters of an excerpt, and those before its match. */
const EXCERPT = 160;
const BEFORE = 50;

/** Gives the search over all sections; the best match comes first. */
export function createSearch({ pages, sections }: SearchFile): (words: string) => Found[] {
  const index = new MiniSearch<{ id: number; page: string; heading: string; text: string }>({
    fields: ["page", "heading", "text"],
    // Names such as `math_property` and `/api/projects` are found by each of their parts.
    tokenize: (text) => text.split(/[^\p{L}\p{N}$]+/u).filter((word) => word !== ""),
    searchOptions: {
      boost: { page: 2, heading: 4 },
      prefix: true,
      fuzzy: (word) => (word.length > 4 ? 0.2 : false),
      combineWith: "AND",
    },
  });
  index.addAll(sections.map(([page, , heading, text], id) => ({ id, page: pages[page]?.[1] ?? "", heading, text })));
  // Sections with all words; where there is none, those with most of them.
  const find = (words: string) => {
    const whole = index.search(words);
    return whole.length > 0 ? whole : index.search(words, { combineWith: "OR" });
  };
  return (words) =>
    find(words)
      .slice(0, MOST)
      .flatMap(({ id, terms }) => {
        const [page, anchor, heading, text] = sections[id as number] ?? [0, "", "", ""];
        const [name, title] = pages[page] ?? ["index", ""];
        return [{ name, page: title, anchor, heading, excerpt: toExcerpt(text, terms) }];
      });
}

function toExcerpt(text: string, terms: readonly string[]): string {
  const lower = text.toLowerCase();
  const places = terms.map((term) => lower.indexOf(term)).filter((place) => place >= 0);
  const first = places.length === 0 ? 0 : Math.min(...places);
  const start = first <= BEFORE ? 0 : text.indexOf(" ", first - BEFORE) + 1;
  const end = start + EXCERPT >= text.length ? text.length : text.lastIndexOf(" ", start + EXCERPT);
  return `${start === 0 ? "" : "… "}${text.slice(start, end)}${end < text.length ? " …" : ""}`;
}
