/**
 * Says what is not tested for want of an installation, and the line that installs it. `npm test` collects these lines and writes
 * each once, at its end.
 * @param what the tests in the words of CONTRIBUTING.md
 */
export function sayMissing(what: string, install: string): void {
  process.stderr.write(`\nSKIPPED: ${what}: ${install}\n`);
}
