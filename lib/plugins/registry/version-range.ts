// A range as npm's semver has it, without spaces, which plugins' manifests may put anywhere (reference/plugins.md 2). Only its
// form is looked at: hoglet has no version of the service that it could be in or out of.

const PART = String.raw`(?:0|[1-9]\d*|[xX*])`;
const LABEL = String.raw`[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*`;
const VERSION = String.raw`[v=]*${PART}(?:\.${PART}(?:\.${PART}(?:-${LABEL})?(?:\+${LABEL})?)?)?`;
const OPERATOR = String.raw`(?:[<>]=?|=|\^|~>?)`;
const COMPARATOR = `${OPERATOR}?${VERSION}`;
/** Several comparators are all to hold: with commas between them, or one right behind the other (`>=1.2.0<2.0.0`). */
const RANGE = new RegExp(String.raw`^${COMPARATOR}(?:,${COMPARATOR}|${OPERATOR}${VERSION})*$`);

/** Is this a well-formed range of versions, such as `>= 1.25.0 < 2` or `^1.2 || 3.x`? */
export function isVersionRange(text: string): boolean {
  // "1.2 - 2.3": the only place where blanks mean something.
  const sets = text.replaceAll(/\s+-\s+/g, ",").split("||");
  return sets.every((set) => RANGE.test(set.replaceAll(/\s+/g, "")));
}
