// A number that JavaScript would round becomes text, since rounded ids would join people.

/** A whole number of any size: a number up to 2^53, else its digits. */
export function exactInteger(value: bigint): number | string {
  return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
}

/** Digits behind the point, or zeros before it. A scale of millions would fill the memory. */
const MOST_SCALE = 1000;

/** A decimal: a number if it has the same digits, else the digits with the whole scale, as warehouses write them. */
export function exactDecimal(unscaled: bigint, scale: number): number | string {
  if (!(Math.abs(scale) <= MOST_SCALE)) throw new RangeError(`a decimal has a scale of ${scale}`);
  if (scale <= 0) return exactInteger(unscaled * 10n ** BigInt(-scale));
  const digits = String(unscaled < 0n ? -unscaled : unscaled).padStart(scale + 1, "0");
  return exactNumber(`${unscaled < 0n ? "-" : ""}${digits.slice(0, -scale)}.${digits.slice(-scale)}`);
}

/** A number by its text: the number if it has the same digits, else the text. */
export function exactNumber(text: string): number | string {
  const value = Number(text);
  if (/^-?\d{1,15}$/.test(text)) return value;
  if (!Number.isFinite(value)) return text;
  if (/^-?\d+$/.test(text)) return Number.isSafeInteger(value) ? value : text;
  return canonical(text) === canonical(String(value)) ? value : text;
}

/** Sign, digits without zeros at both ends, and the power of ten of the last digit: equal for equal numbers. */
function canonical(text: string): string {
  const [, sign = "", whole = "", fraction = "", power = "0"] =
    /^(-?)(\d*)(?:\.(\d*))?(?:e([+-]?\d+))?$/i.exec(text) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, "");
  const kept = digits.replace(/0+$/, "");
  return kept === "" ? "0" : `${sign}${kept}e${Number(power) - fraction.length + (digits.length - kept.length)}`;
}

// Digits of a number that may be rounded, or an exponent. Strings may hold such digits too, which costs only time.
const LONG_NUMBER = /[:[,]\s*-?(?:(?:\d\.?){16}|\d[\d.]*e)|^\s*-?\d[\d.]{15}/i;

/** As JSON.parse, but numbers that would be rounded are text. @throws SyntaxError */
export function parseExactJson(text: string): unknown {
  if (!LONG_NUMBER.test(text)) return JSON.parse(text);
  // The third argument is newer than the types of TypeScript.
  return JSON.parse(text, ((_: string, value: unknown, { source = "" }: { source?: string }) =>
    typeof value === "number" ? exactNumber(source) : value) as (key: string, value: unknown) => unknown);
}
