import { distance } from "fastest-levenshtein";

// fastest-levenshtein, as in the library's own suggestions (`lib/query/query-fault.ts`).

/** The names that may be meant by a name, nearest first: other case or separators, a few other letters, a part. */
export function nearNames(name: string, known: readonly string[], most = 3): string[] {
  const plain = toPlain(name);
  return known
    .filter((other) => other !== name)
    .map((other) => ({ other, away: awayness(plain, toPlain(other)) }))
    .filter(({ away }) => away < 1)
    .toSorted((a, b) => a.away - b.away)
    .slice(0, most)
    .map(({ other }) => other);
}

/** Letters and digits alone, in lower case: "Signed Up", "signed_up" and "signedUp" are one name. */
function toPlain(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
}

/** 0 = the same except for case and separators; from 1 on: another name. Half of the letters may differ; a swap of neighbours counts once. */
function awayness(plain: string, other: string): number {
  if (plain === other) return 0;
  const longest = Math.max(plain.length, other.length);
  if (longest === 0) return 1;
  if (Math.min(plain.length, other.length) >= 4 && (plain.includes(other) || other.includes(plain))) return 0.4;
  const [typed, meant] = [plain.slice(0, 200), other.slice(0, 200)];
  const { text, swaps } = unswapped(typed, meant);
  return (Math.min(distance(typed, meant), swaps + distance(text, meant)) / longest) * 2;
}

/** A name whose neighbouring letters stand as in the other name, and how many pairs were swapped: "piad" is one swap from "paid". */
function unswapped(name: string, other: string): { text: string; swaps: number } {
  const letters = [...name];
  let swaps = 0;
  for (let at = 0; at + 1 < letters.length; at += 1) {
    const [first = "", second = ""] = letters.slice(at, at + 2);
    if (first === second || first !== other[at + 1] || second !== other[at]) continue;
    letters.splice(at, 2, second, first);
    swaps += 1;
    at += 1;
  }
  return { text: letters.join(""), swaps };
}
