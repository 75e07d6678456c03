/**
 * Values of one JSON text that crosses to the host. 100,000 parse in about 10 ms, which is how long everybody else waits
 * meanwhile; more takes longer. The largest event that capture is sent has a few thousand.
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
 * Would parsing this JSON text make more than `MAX_VALUES` values? Looks at each character once, about 1 ns each, and makes
 * nothing: for the thread of a plugin, so that the plugin pays for it.
 */
export function hasTooManyValues(text: string): boolean {
  // A value has a character of its own and one that ends it.
  if (text.length <= 2 * MAX_VALUES) return false;
  // The text itself, each first item of a list or an object, and each comma's next one.
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
