import { crc32 } from "node:zlib";
import { HogletError } from "../base/errors.ts";

// An event that has left has its texts in the engine's copy alone. Its chunk keeps a mark in their place: "~", the CRC-32 of
// the texts in 8 hexadecimal digits, and their bytes to the base 36. No JSON text begins with "~". Texts that come back are compared with
// the mark, so a reader gets the texts that left, or an error.

/** The checksum and the size of texts that have left. */
export interface LeftMark {
  /** The CRC-32 of both. */
  sum: number;
  /** Bytes of both. */
  bytes: number;
}

/** Texts of an event. */
interface Texts {
  properties: string;
  elements: string | null;
}

const FORM = /^~([0-9a-f]{8})([0-9a-z]+)$/;

/** The mark that stays for texts. */
export function toLeftMark({ properties, elements }: Texts): string {
  const sum = sumOf({ properties, elements }).toString(16).padStart(8, "0");
  return `~${sum}${bytesOf({ properties, elements }).toString(36)}`;
}

/** Reads a mark; undefined = they are properties, which have not left. */
export function readLeftMark(properties: string): LeftMark | undefined {
  const [, sum = "", bytes = ""] = FORM.exec(properties) ?? [];
  return sum === "" ? undefined : { sum: Number.parseInt(sum, 16), bytes: Number.parseInt(bytes, 36) };
}

/** Are these the texts that left? */
export function isMarked(mark: LeftMark, texts: Texts): boolean {
  return bytesOf(texts) === mark.bytes && sumOf(texts) === mark.sum;
}

function sumOf({ properties, elements }: Texts): number {
  return crc32(elements ?? "", crc32(properties));
}

function bytesOf({ properties, elements }: Texts): number {
  return Buffer.byteLength(properties) + Buffer.byteLength(elements ?? "");
}

/** 400: a reader wants texts that have left, and reads the file alone. */
export function textsLeft(): HogletError {
  const detail =
    "The properties of older events are in the engine's copy alone (keepLocalEventsFor), and this way of asking reads the file alone. " +
    "Ask for newer events or without properties, or ask an insight or the list of events, which read both.";
  return new HogletError({ status: 400, type: "invalid_request", code: "events_left", detail });
}
