// A range of npm's semver, without the spaces that manifests may put anywhere (reference/plugins.md 2). Only its form
// is checked: hoglet has no version of PostHog to compare.

const PART = String.raw`(?:0|[1-9]\d*|[xX*])`;
const LABEL = String.raw`[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*`;
const VERSION = String.raw`[v=]*${PART}(?:\.${PART}(?:\.${PART}(?:-${LABEL})?(?:\+${LABEL})?)?)?`;
const OPERATOR = String.raw`(?:[<>]=?|=|\^|~>?)`;
const COMPARATOR = `${OPERATOR}?${VERSION}`;
/** Comparators that must all hold: with commas, or directly in a row (`>=1.2.0<2.0.0`). */
const RANGE = new RegExp(String.raw`^${COMPARATOR}(?:,${COMPARATOR}|${OPERATOR}${VERSION})*$`);

/** Is this a well-formed range of versions, such as `>= 1.25.0 < 2` or `^1.2 || 3.x`? */
export function isVersionRange(text: string): boolean {
  // "1.2 - 2.3": only here blanks have a meaning.
  const sets = text.replaceAll(/\s+-\s+/g, ",").split("||");
  return sets.every((set) => RANGE.test(set.replaceAll(/\s+/g, "")));
}
