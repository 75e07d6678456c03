/** A text as ClickHouse reads it. */
export function literal(text: string): string {
  const escaped = text.replaceAll(/[\\'\0\n\r\t\b\f]/g, (character) => ESCAPES[character] ?? character);
  return `'${escaped}'`;
}

const ESCAPES: Record<string, string> = {
  "\\": "\\\\",
  "'": "\\'",
  "\0": "\\0",
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
  "\b": "\\b",
  "\f": "\\f",
};

export function list(numbers: readonly number[]): string {
  return numbers.join(",");
}
