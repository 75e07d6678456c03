/** A name as HogQL reads it, whatever is in it. */
export function quoteName(name: string): string {
  return quoted(name, "`");
}

/** A text as HogQL reads it. */
export function quoteText(text: string): string {
  return quoted(text, "'");
}

function quoted(text: string, quote: "`" | "'"): string {
  return quote + text.replaceAll("\\", "\\\\").replaceAll(quote, `\\${quote}`) + quote;
}
