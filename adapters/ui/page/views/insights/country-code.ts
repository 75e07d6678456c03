import { toCountryName } from "./country-name.ts";
import { WORLD_OUTLINES } from "./world-outlines.ts";

/** The codes by name in small letters: the file is loaded for the first map. */
const CODES: ReadonlyMap<string, string> = new Map(
  WORLD_OUTLINES.filter(([code]) => code !== "").map(([code]) => [toCountryName(code).toLowerCase(), code]),
);

/** The code of a country of the map, by its code or its English name; other texts stay. */
export function toCountryCode(country: string): string {
  if (/^[A-Z]{2}$/i.test(country)) return country.toUpperCase();
  return CODES.get(country.toLowerCase()) ?? country;
}
