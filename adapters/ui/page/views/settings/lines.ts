/** A list of texts for a text area: one a line. */
export function toLines(names: readonly string[]): string {
  return names.join("\n");
}

/** Parses a text area; blank lines and blanks around a name are ignored. */
export function parseLines(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}
