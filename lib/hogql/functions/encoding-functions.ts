import { createHash } from "node:crypto";
import { STRING, UINT8 } from "../compile/type.ts";
import type { ScalarFunction, ScalarFunctions } from "./function.ts";

function ofText(run: (text: string) => unknown): ScalarFunction {
  return { takes: "s", gives: STRING, run };
}

/** Bytes of a text, or of a number as ClickHouse keeps it, without leading zeros. */
function toHex(value: string | number | bigint | Uint8Array): string {
  if (typeof value === "string" || value instanceof Uint8Array) return Buffer.from(value).toString("hex").toUpperCase();
  if (typeof value === "number" && !Number.isInteger(value)) {
    const bytes = Buffer.alloc(8);
    bytes.writeDoubleLE(value);
    return bytes.toString("hex").toUpperCase();
  }
  if (value < 0) throw new Error("The width of a number below 0 is not known: hex takes a text, or a number from 0.");
  const digits = value.toString(16).toUpperCase();
  return digits.length % 2 === 0 ? digits : `0${digits}`;
}

const BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

/** Longer texts take the square of their length. */
const MAX_BASE58 = 10_000;

/** Digits of another base; leading zeros are kept. */
function rebase(digits: Iterable<number>, from: number, to: number): number[] {
  const made: number[] = [];
  let [zeros, hasStarted] = [0, false];
  for (const digit of digits) {
    hasStarted ||= digit !== 0;
    if (!hasStarted) zeros += 1;
    let carry = digit;
    for (let at = 0; at < made.length; at++) {
      carry += (made[at] as number) * from;
      made[at] = carry % to;
      carry = Math.floor(carry / to);
    }
    for (; carry > 0; carry = Math.floor(carry / to)) made.push(carry % to);
  }
  return [...Array.from({ length: zeros }, () => 0), ...made.toReversed()];
}

function requireShort(text: string): string {
  if (text.length > MAX_BASE58) throw new Error(`A text of more than ${MAX_BASE58} characters has no base 58 here.`);
  return text;
}

/** Null = the text is not in base 58. */
function fromBase58(text: string): string | null {
  const digits = Array.from(requireShort(text), (sign) => BASE58.indexOf(sign));
  return digits.includes(-1) ? null : Buffer.from(rebase(digits, 58, 256)).toString();
}

const ENTITIES: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };
const NAMES = new Map(Object.entries(ENTITIES).map(([name, sign]) => [sign, name]));

/** The text itself where no character has the number. */
function ofNumber(code: number, written: string): string {
  return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : written;
}

function decodeXml(text: string): string {
  return text.replaceAll(
    /&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w{2,4}));/gi,
    (written: string, hex?: string, decimal?: string, name = "") => {
      if (hex !== undefined) return ofNumber(Number.parseInt(hex, 16), written);
      return decimal === undefined ? (ENTITIES[name] ?? written) : ofNumber(Number(decimal), written);
    },
  );
}

/** Digests, and texts as other letters. */
export const ENCODING_FUNCTIONS: ScalarFunctions = {
  // The bytes, as ClickHouse: `hex` shows them.
  MD5: ofText((text) => createHash("md5").update(text).digest()),
  SHA1: ofText((text) => createHash("sha1").update(text).digest()),
  SHA256: ofText((text) => createHash("sha256").update(text).digest()),
  hex: { takes: "x", gives: STRING, run: toHex },
  base64Encode: ofText((text) => Buffer.from(text).toString("base64")),
  base64Decode: ofText((text) => Buffer.from(text, "base64").toString()),
  tryBase64Decode: ofText((text) => (/^[\w+/-]*={0,2}$/.test(text) ? Buffer.from(text, "base64").toString() : "")),
  base58Encode: ofText((text) =>
    rebase(Buffer.from(requireShort(text)), 256, 58)
      .map((digit) => BASE58[digit])
      .join(""),
  ),
  base58Decode: ofText((text) => {
    const made = fromBase58(text);
    if (made === null)
      throw new Error(`"${text.slice(0, 100)}" is not in base 58; tryBase58Decode gives the empty text.`);
    return made;
  }),
  tryBase58Decode: ofText((text) => fromBase58(text) ?? ""),
  encodeXMLComponent: ofText((text) => text.replaceAll(/[<>&"']/g, (sign) => `&${NAMES.get(sign)};`)),
  decodeXMLComponent: ofText(decodeXml),
  /** Always: capture mends text that is not valid Unicode. */
  isValidUTF8: { takes: "s", gives: UINT8, run: () => 1 },
  toValidUTF8: ofText((text) => text),
};
