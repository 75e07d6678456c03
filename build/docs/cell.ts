/** A text as the cell of a Markdown table. */
export function toCell(text: string): string {
  return text.trim().replace(/\s+/g, " ").replaceAll("|", "\\|");
}
