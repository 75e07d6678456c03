/**
 * How often a random test runs: `--rounds N` behind the name of a test file, or the variable HOGLET_ROUNDS, else `usual`,
 * which keeps `npm test` short.
 */
export function rounds(usual: number): number {
  const at = process.argv.indexOf("--rounds");
  const given = Number(at < 0 ? process.env["HOGLET_ROUNDS"] : process.argv[at + 1]);
  return Number.isSafeInteger(given) && given > 0 ? given : usual;
}
