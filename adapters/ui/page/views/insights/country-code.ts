import { WORLD_OUTLINES } from "./world-outlines.ts";

const ENGLISH = new Intl.DisplayNames("en", { type: "region", fallback: "none" });

/** The name of a country by its code of two letters; other texts stay, and none is "unknown". */
export function toCountryName(country: string): string {
  if (country === "") return "unknown";
  return /^[A-Z]{2}$/i.test(country) ? (ENGLISH.of(country.toUpperCase()) ?? country) : country;
}

let codes: Map<string, string> | undefined;

/** The code of a country of the map, by its code or its English name; other texts stay. */
export function toCountryCode(country: string): string {
  if (/^[A-Z]{2}$/i.test(country)) return country.toUpperCase();
  codes ??= new Map(
    WORLD_OUTLINES.filter(([code]) => code !== "").map(([code]) => [toCountryName(code).toLowerCase(), code]),
  );
  return codes.get(country.toLowerCase()) ?? country;
}
