import { compileMatches } from "../../events/filters/index.ts";
import type { Match } from "../../events/filters/index.ts";

export interface Pattern {
  /** The first match, or its first group. */
  first(text: string): string | null;
  all(text: string): string[];
  /** Matches of at least one character. */
  count(text: string): number;
  /** The groups of each match; groups that took no part are empty. @throws Error for a pattern without groups */
  groups(text: string): IterableIterator<string[]>;
  countGroups(): number;
  group(text: string, group: number): string | null;
  /** In `by`, `\0` is the match, `\1` to `\9` its groups. */
  replace(text: string, by: string, isAll: boolean): string;
  split(text: string): string[];
}

/** @throws Error for a pattern that RE2 cannot read */
export function compilePattern(pattern: string): Pattern {
  const find = compileMatches(pattern);
  if (find === null) throw new Error(`"${pattern.slice(0, 100)}" is no regular expression that RE2 can read.`);
  const firstOf = (text: string) => find(text).next().value as Match | undefined;
  return {
    first(text) {
      const match = firstOf(text);
      return match === undefined ? null : wanted(match);
    },
    all: (text) => Array.from(find(text), wanted),
    count: (text) => [...find(text)].filter(({ start, end }) => end > start).length,
    *groups(text) {
      for (const { groups } of find(text)) {
        if (groups.length < 2) throw new Error(`"${pattern.slice(0, 100)}" has no groups in parentheses.`);
        yield groups.slice(1).map((group) => group ?? "");
      }
    },
    // With the empty text as another way to match, there is always a match to count in.
    countGroups() {
      const match = compileMatches(`${pattern}|`)?.("").next().value as Match | undefined;
      return (match?.groups.length ?? 1) - 1;
    },
    group: (text, group) => firstOf(text)?.groups[group] ?? null,
    replace(text, by, isAll) {
      let [made, at] = ["", 0];
      for (const match of find(text)) {
        made += text.slice(at, match.start) + expand(by, match);
        at = match.end;
        if (!isAll) break;
      }
      return made + text.slice(at);
    },
    split(text) {
      const parts: string[] = [];
      let at = 0;
      for (const { start, end } of find(text)) {
        parts.push(text.slice(at, start));
        at = end;
      }
      return [...parts, text.slice(at)];
    },
  };
}

/** The first group, or the match. */
function wanted({ groups }: Match): string {
  return (groups.length > 1 ? groups[1] : groups[0]) ?? "";
}

function expand(by: string, { groups }: Match): string {
  return by.replaceAll(/\\([\s\S])/g, (_, sign: string) => (/\d/.test(sign) ? (groups[Number(sign)] ?? "") : sign));
}
