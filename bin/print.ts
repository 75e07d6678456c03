/** Writes a line of data to stdout. */
export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/**
 * Writes a text to stdout. Resolves when a pipe has taken it all, or its reader has seen enough, as in `hoglet query … | head`.
 * @throws Error of the system, such as that of a full disk
 */
export function write(text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (error?: NodeJS.ErrnoException | null) =>
      error === undefined || error === null || error.code === "EPIPE" ? resolve() : reject(error);
    // A failure is told to the callback first; as an event that nobody hears it would end the process.
    process.stdout.once("error", settle);
    process.stdout.write(text, settle);
  });
}
