/**
 * How often a long test repeats: `--rounds N` on the command line of the file, or HOGLET_TEST_ROUNDS, else what the file
 * takes for a run of the whole suite.
 */
export function roundsOf(usual: number): number {
  const flag = process.argv.indexOf("--rounds");
  const given = flag < 0 ? process.env["HOGLET_TEST_ROUNDS"] : process.argv[flag + 1];
  return given === undefined ? usual : Number(given);
}
