import { parseIsoTime } from "./iso-time.ts";

const ISO = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(:\d\d(?:\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)?)?$/;

/**
 * Epoch ms of an ISO date-time; null = another text. UTC without an offset, midnight without a time; digits beyond the
 * millisecond are dropped. (`Date.parse` would accept "1 May", local time and 30 February.)
 */
export function parseInstant(text: string): number | null {
  const match = ISO.exec(text);
  if (match === null) return null;
  const [, day = "", time = "00:00", seconds = ":00", offset = "Z"] = match;
  return parseIsoTime(`${day}T${time}${seconds}${withColon(offset)}`);
}

/** An offset from UTC as ISO writes it: `+0200` becomes `+02:00`. */
export function withColon(offset: string): string {
  return offset === "Z" || offset.includes(":") ? offset : `${offset.slice(0, 3)}:${offset.slice(3)}`;
}
