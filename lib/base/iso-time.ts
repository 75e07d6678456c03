import { daysInMonth } from "./days-in-month.ts";

/**
 * Epoch ms of the ISO forms of nearly all events, in 0.07 µs where luxon takes 4: `2024-06-10`, `2024-06-10T12:00:00`
 * (or a blank, or `t`), an optional fraction of which three digits count, an optional zone `Z`, `z`, `+hh:mm` or
 * `-hh:mm` (else UTC). Null = another form, or no such moment. Other readers of dates bring their forms to this one.
 */
export function parseIsoTime(text: string): number | null {
  const { length } = text;
  if (length < 10 || text.charCodeAt(4) !== DASH || text.charCodeAt(7) !== DASH) return null;
  const year = twoDigits(text, 0) * 100 + twoDigits(text, 2);
  const month = twoDigits(text, 5);
  const day = twoDigits(text, 8);
  // Text without digits gives NaN.
  if (!(year >= 0 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month))) return null;
  const midnightMs = toMidnight(year, month, day);
  return length === 10 ? midnightMs : parseTimeOfDay(text, midnightMs);
}

/** A day as ISO writes it. @param month and day of one or two digits */
export function toIsoDay(year: string, month: string, day: string): string {
  return `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
}

/** The Gregorian calendar repeats after 400 years, 146,097 days. */
const CYCLE_MS = 146_097 * 86_400_000;

function toMidnight(year: number, month: number, day: number): number {
  // Date.UTC reads years below 100 as 19xx.
  return year < 100 ? Date.UTC(year + 400, month - 1, day) - CYCLE_MS : Date.UTC(year, month - 1, day);
}

const DASH = 0x2d;
const PLUS = 0x2b;
const COLON = 0x3a;
const DOT = 0x2e;

function parseTimeOfDay(text: string, midnightMs: number): number | null {
  const separator = text.charAt(10);
  if (separator !== "T" && separator !== " " && separator !== "t") return null;
  if (text.charCodeAt(13) !== COLON || text.charCodeAt(16) !== COLON) return null;
  const hour = twoDigits(text, 11);
  const minute = twoDigits(text, 14);
  const second = twoDigits(text, 17);
  if (!(hour <= 23 && minute <= 59 && second <= 59)) return null;

  let at = 19;
  let fractionMs = 0;
  if (text.charCodeAt(at) === DOT) {
    for (at++; isDigit(text.charCodeAt(at)); at++) {
      const unitMs = at === 20 ? 100 : at === 21 ? 10 : at === 22 ? 1 : 0;
      fractionMs += (text.charCodeAt(at) - 0x30) * unitMs;
    }
    if (at === 20) return null;
  }
  const zoneMs = parseZone(text, at);
  return zoneMs === null ? null : midnightMs + ((hour * 60 + minute) * 60 + second) * 1000 + fractionMs - zoneMs;
}

function parseZone(text: string, at: number): number | null {
  const rest = text.length - at;
  if (rest === 0) return 0;
  const sign = text.charCodeAt(at);
  if (rest === 1) return sign === 0x5a || sign === 0x7a ? 0 : null;
  if (rest !== 6 || text.charCodeAt(at + 3) !== COLON || (sign !== PLUS && sign !== DASH)) return null;
  const hours = twoDigits(text, at + 1);
  const minutes = twoDigits(text, at + 4);
  if (!(hours <= 23 && minutes <= 59)) return null;
  return (sign === PLUS ? 1 : -1) * (hours * 60 + minutes) * 60_000;
}

function twoDigits(text: string, at: number): number {
  const tens = text.charCodeAt(at);
  const ones = text.charCodeAt(at + 1);
  return isDigit(tens) && isDigit(ones) ? (tens - 0x30) * 10 + ones - 0x30 : NaN;
}

function isDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39;
}
