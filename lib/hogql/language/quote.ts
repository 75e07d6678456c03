/** For HogQL. */
export function quoteName(name: string): string {
  return quoted(name, "`");
}

/** For HogQL. */
export function quoteText(text: string): string {
  return quoted(text, "'");
}

function quoted(text: string, quote: "`" | "'"): string {
  return quote + text.replaceAll("\\", "\\\\").replaceAll(quote, `\\${quote}`) + quote;
}
