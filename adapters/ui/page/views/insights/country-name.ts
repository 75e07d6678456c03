const ENGLISH = new Intl.DisplayNames("en", { type: "region", fallback: "none" });

/** The name of a country by its code of two letters; other texts stay, and none is "unknown". */
export function toCountryName(country: string): string {
  if (country === "") return "unknown";
  return /^[A-Z]{2}$/i.test(country) ? (ENGLISH.of(country.toUpperCase()) ?? country) : country;
}
