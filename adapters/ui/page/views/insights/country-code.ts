import { toCountryName } from "./country-name.ts";
import { WORLD_OUTLINES } from "./world-outlines.ts";

let codes: Map<string, string> | undefined;

/** The code of a country of the map, by its code or its English name; other texts stay. */
export function toCountryCode(country: string): string {
  if (/^[A-Z]{2}$/i.test(country)) return country.toUpperCase();
  codes ??= new Map(
    WORLD_OUTLINES.filter(([code]) => code !== "").map(([code]) => [toCountryName(code).toLowerCase(), code]),
  );
  return codes.get(country.toLowerCase()) ?? country;
}
