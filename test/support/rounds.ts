import type { Test } from "uvu";

// How deep tests go: `npm test` has every rule with few rounds, `npm run test:all` (`--all`) plays what takes minutes, and
// `--rounds N` behind the name of a test file plays N.

/** Is this `npm run test:all`? For what tests of many rounds need before they run. */
export const isAll = process.argv.includes("--all");

/** How often a random test runs. */
export function rounds(few: number, many = few): number {
  return option("rounds") ?? (isAll ? many : few);
}

/** The seeds of a random test: 1 and up, a round each; `--seed N` plays only that one again. */
export function seeds(few: number, many = few): number[] {
  const one = option("seed");
  return one === undefined ? Array.from({ length: rounds(few, many) }, (_, index) => index + 1) : [one];
}

/** How much a test does or has where a round repeats nothing, such as the questions to one log. */
export function size<T>(few: T, many: T): T {
  return isAll ? many : few;
}

/** Adds a test that `npm run test:all` alone runs: one whose rule another test holds with less data. */
export function whenAll<T>(test: Test<T>): (name: string, run: Parameters<Test<T>>[1]) => void {
  return isAll ? test : test.skip;
}

/** Adds tests that hold the same rules over many data: `npm test` runs every `many`th of them. */
export function oneIn<T>(many: number, test: Test<T>): ReturnType<typeof whenAll<T>> {
  let count = 0;
  return (name, run) => (count++ % many === 0 ? test : whenAll(test))(name, run);
}

function option(name: string): number | undefined {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? undefined : Number(process.argv[at + 1]);
}
