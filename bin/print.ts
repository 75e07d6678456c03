/** Writes a line of data to stdout. */
export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
