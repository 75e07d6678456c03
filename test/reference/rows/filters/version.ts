// Versions by Semantic Versioning 2.0, section 11; the operators are those of flags (reference/agents.md).

type Parts = (number | string)[];

interface Version {
  release: number[];
  /** Empty = it is the release itself. */
  before: Parts;
}

const VERSION = /^v?(\d{1,15})(?:\.(\d{1,15}))?(?:\.(\d{1,15}))?(?:-([\w.-]+))?(?:\+[\w.-]*)?$/i;

function toVersion(text: string): Version | null {
  const [, major, minor, patch, before] = VERSION.exec(text.trim()) ?? [];
  if (major === undefined) return null;
  const parts = (before?.split(".") ?? []).map((part) => (/^\d+$/.test(part) ? Number(part) : part));
  return { release: [major, minor, patch].map((part) => Number(part ?? 0)), before: parts };
}

/** Negative = `a` comes first. */
function compare(a: Version, b: Version): number {
  const byRelease = compareParts(a.release, b.release);
  if (byRelease !== 0) return byRelease;
  if (a.before.length === 0 || b.before.length === 0) return b.before.length - a.before.length;
  return compareParts(a.before, b.before);
}

function compareParts(a: Parts, b: Parts): number {
  const at = a.findIndex((part, place) => part !== b[place]);
  const [one, other] = [a[at], b[at]];
  if (at < 0 || other === undefined) return a.length - b.length;
  if (typeof one !== typeof other) return typeof one === "number" ? -1 : 1;
  return (one ?? "") < other ? -1 : 1;
}

/** Does a version pass an operator (`semver_gt`, …)? A text that is no version passes none. */
export function passesVersion(operator: string, wanted: string, text: string): boolean {
  const version = toVersion(text);
  const from = operator === "semver_wildcard" ? toFirst(wanted) : toVersion(wanted);
  if (version === null || from === null) return false;
  const order = compare(version, from);
  const isBelow = (...release: number[]) => order >= 0 && compare(version, { release, before: [] }) < 0;
  const [major = 0, minor = 0, patch = 0] = from.release;
  switch (operator) {
    case "semver_eq":
      return order === 0;
    case "semver_neq":
      return order !== 0;
    case "semver_gt":
      return order > 0;
    case "semver_gte":
      return order >= 0;
    case "semver_lt":
      return order < 0;
    case "semver_lte":
      return order <= 0;
    case "semver_tilde":
      return isBelow(major, minor + 1, 0);
    case "semver_caret":
      if (major > 0) return isBelow(major + 1, 0, 0);
      return minor > 0 ? isBelow(0, minor + 1, 0) : isBelow(0, 0, patch + 1);
    case "semver_wildcard":
      return wanted.includes(".") && !/^v?\d+\.\*/i.test(wanted.trim())
        ? isBelow(major, minor + 1, 0)
        : isBelow(major + 1, 0, 0);
    default:
      throw new RangeError(`No operator of versions: ${operator}`);
  }
}

/** The first version of `1.*` or `1.2.*`; a third number does not count. */
function toFirst(pattern: string): Version | null {
  const [, major, minor] = /^v?(\d{1,15})(?:\.(\d{1,15}))?(?:\.\d{1,15})?(?:\.?\*)?$/i.exec(pattern.trim()) ?? [];
  return major === undefined ? null : { release: [Number(major), Number(minor ?? 0), 0], before: [] };
}
