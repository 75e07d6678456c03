/** A list of texts as a text area has them: one a line. */
export function toLines(names: readonly string[]): string {
  return names.join("\n");
}

/** The other way; blank lines and the blanks around a name count for nothing. */
export function parseLines(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}
