import { toIso } from "../base/clock.ts";

/** `2024-03-01T08:15:30.250Z`; a fraction of zero is left out. */
export function toLineInstant(ms: number): string {
  const text = toIso(ms);
  return text.endsWith("000Z") && text.includes(".") ? `${text.slice(0, -4)}Z` : text;
}
