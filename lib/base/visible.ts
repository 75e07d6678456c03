// Characters that have no look of their own, or change the look of others: controls (C0, DEL, C1: escapes, OSC 8 links, line
// ends), the marks that turn the direction of text (U+202E and its kin), blanks of no width, lone surrogates, separators of
// lines, and all else that Unicode lets a display leave out.
const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** A joiner inside of an emoji such as 👩‍💻, and the mark that asks for an emoji's coloured look, deceive nobody. */
const PART_OF_EMOJI =
  /(?<=\p{Extended_Pictographic}(?:\ufe0f|\p{Emoji_Modifier})?)\u200d(?=\p{Extended_Pictographic})|(?<=[\p{Extended_Pictographic}\d#*])\ufe0f/gu;

/**
 * A text as a terminal may show it: every character that could steer the terminal or deceive its reader becomes the escape
 * that JSON has for it, such as `\u001b`, line ends too. In a line of JSON the value stays the same.
 */
export function toVisible(text: string): string {
  HIDDEN.lastIndex = 0;
  if (!HIDDEN.test(text)) return text;
  const harmless = new Set([...text.matchAll(PART_OF_EMOJI)].map(({ index }) => index));
  return text.replaceAll(HIDDEN, (character, index: number) => (harmless.has(index) ? character : toEscape(character)));
}

/** The same for a text of several lines of ours, whose values were made visible before. */
export function toVisibleLines(text: string): string {
  return text.split("\n").map(toVisible).join("\n");
}

/** The escape of each UTF-16 unit: JSON knows no others. */
function toEscape(character: string): string {
  return Array.from({ length: character.length }, (_, at) => {
    return `\\u${character.charCodeAt(at).toString(16).padStart(4, "0")}`;
  }).join("");
}
