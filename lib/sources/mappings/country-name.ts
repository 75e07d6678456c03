const NAMES = new Intl.DisplayNames("en", { type: "region", style: "short", fallback: "none" });

/** The English name of a country by its code of two letters; undefined = no such country. */
export function countryName(code: string): string | undefined {
  return /^[a-z]{2}$/i.test(code) ? NAMES.of(code.toUpperCase()) : undefined;
}
