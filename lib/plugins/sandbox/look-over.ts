/**
 * Values of a JSON text for the host: 100,000 take about 10 ms to parse, which blocks the event loop. The largest
 * captured event has a few thousand.
 */
export const MAX_VALUES = 100_000;

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const BLANK = 0x20;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/**
 * Would parsing create more than `MAX_VALUES` values? About 1 ns a character, creating nothing, in the plugin's thread,
 * so that the plugin pays.
 */
export function hasTooManyValues(text: string): boolean {
  // A value takes at least two characters: its own, and the one that ends it.
  if (text.length <= 2 * MAX_VALUES) return false;
  // The text itself, the first item of each list or object, and the item after each comma.
  let values = 1;
  let isText = false;
  let isFirst = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (isText) {
      if (code === BACKSLASH) at++;
      else if (code === QUOTE) isText = false;
      continue;
    }
    if (code <= BLANK) continue;
    if (isFirst && code !== CLOSE_LIST && code !== CLOSE_OBJECT) values++;
    isFirst = code === OPEN_LIST || code === OPEN_OBJECT;
    isText = code === QUOTE;
    if (code === COMMA) values++;
    if (values > MAX_VALUES) return true;
  }
  return false;
}
