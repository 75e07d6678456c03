/** Levels of a message: the API's own, and those around a tool's arguments. */
const MOST_LEVELS = 110;

/** Asked before parsing, since checks of deep values overflow the stack. */
export function isTooDeep(json: string): boolean {
  let depth = 0;
  let isText = false;
  for (let at = 0; at < json.length; at++) {
    const character = json.charCodeAt(at);
    if (isText) {
      if (character === BACKSLASH) at += 1;
      else if (character === QUOTE) isText = false;
    } else if (character === QUOTE) isText = true;
    else if (character === BRACKET || character === BRACE) {
      if (++depth > MOST_LEVELS) return true;
    } else if (character === CLOSING_BRACKET || character === CLOSING_BRACE) depth -= 1;
  }
  return false;
}

const [QUOTE, BACKSLASH] = [0x22, 0x5c];
const [BRACKET, CLOSING_BRACKET, BRACE, CLOSING_BRACE] = [0x5b, 0x5d, 0x7b, 0x7d];
