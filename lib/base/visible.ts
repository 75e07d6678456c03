// Characters without a shape, or that change others: controls (C0, DEL, C1: escapes, OSC 8 links, line ends), marks for
// the direction of text (U+202E and similar), zero-width blanks, lone surrogates, line separators, and all others that
// Unicode lets a display leave out.
const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** Harmless: the joiner inside an emoji such as 👩‍💻, and the mark of its coloured form. */
const PART_OF_EMOJI =
  /(?<=\p{Extended_Pictographic}(?:\ufe0f|\p{Emoji_Modifier})?)\u200d(?=\p{Extended_Pictographic})|(?<=[\p{Extended_Pictographic}\d#*])\ufe0f/gu;

/**
 * A text for a terminal: characters (and line ends) that could control the terminal or deceive its reader become JSON
 * escapes, such as `\u001b`. In a line of JSON the value stays the same.
 */
export function toVisible(text: string): string {
  HIDDEN.lastIndex = 0;
  if (!HIDDEN.test(text)) return text;
  const harmless = new Set([...text.matchAll(PART_OF_EMOJI)].map(({ index }) => index));
  return text.replaceAll(HIDDEN, (character, index: number) => (harmless.has(index) ? character : toEscape(character)));
}

/** `toVisible` for several lines of hoglet's own, with values made visible before. */
export function toVisibleLines(text: string): string {
  return text.split("\n").map(toVisible).join("\n");
}

/** The escape of each UTF-16 unit, as JSON has it. */
function toEscape(character: string): string {
  return Array.from({ length: character.length }, (_, at) => {
    return `\\u${character.charCodeAt(at).toString(16).padStart(4, "0")}`;
  }).join("");
}
