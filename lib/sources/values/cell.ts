import { toCommaNumber } from "./decimal.ts";
import type { Decimal } from "./decimal.ts";
import { exactNumber, parseExactJson } from "./exact.ts";

// Ids, postcodes and amounts of other countries stay text: 007, 1e3, 1.234,50, and digits that a number would round.
const PLAIN_NUMBER = /^-?(?:0|[1-9]\d{0,14})(?:\.\d+)?$/;

const BOOLEANS: Record<string, boolean> = { true: true, True: true, false: false, False: false };

/**
 * Decides by the cell alone: otherwise a type would depend on which rows were looked at. Plain numbers, `true`, `false`
 * and JSON in brackets get their type; an empty cell is undefined; the rest is text.
 * @param decimal the character before decimals
 */
export function toCellValue(text: string, decimal: Decimal = "."): unknown {
  if (text === "") return undefined;
  const withComma = decimal === "," ? toCommaNumber(text) : undefined;
  if (withComma !== undefined) return withComma;
  if (PLAIN_NUMBER.test(text)) return exactNumber(text);
  const truth = BOOLEANS[text];
  if (truth !== undefined) return truth;
  return text.startsWith("{") || text.startsWith("[") ? (parseJson(text) ?? text) : text;
}

/** The value of JSON text, whose numbers keep their digits; undefined = the text is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return parseExactJson(text);
  } catch {
    return undefined;
  }
}
