/** A value as one line of text. */
export function toValueText(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
}
