/** Three numbers, and the parts of a pre-release, which comes before the release. */
interface Version {
  numbers: readonly [number, number, number];
  preRelease: readonly string[];
}

/** Null = the text is no version. */
export type VersionTest = (text: string) => boolean;

const VERSION = /^v?(\d{1,15})(?:\.(\d{1,15}))?(?:\.(\d{1,15}))?(?:-([\w.-]+))?(?:\+[\w.-]*)?$/i;

/** Padded with zeros; null = no version. */
function parseVersion(text: string): Version | null {
  const match = VERSION.exec(text.trim());
  if (match === null) return null;
  const [, major = "0", minor = "0", patch = "0", preRelease = ""] = match;
  return {
    numbers: [Number(major), Number(minor), Number(patch)],
    preRelease: preRelease === "" ? [] : preRelease.split("."),
  };
}

/** Negative = `a` comes first, by Semantic Versioning 2.0. */
function compareVersions(a: Version, b: Version): number {
  for (const place of [0, 1, 2] as const) {
    const difference = a.numbers[place] - b.numbers[place];
    if (difference !== 0) return difference;
  }
  if (a.preRelease.length === 0 || b.preRelease.length === 0) return b.preRelease.length - a.preRelease.length;
  return comparePreReleases(a.preRelease, b.preRelease);
}

function comparePreReleases(a: readonly string[], b: readonly string[]): number {
  for (let place = 0; place < Math.min(a.length, b.length); place++) {
    const difference = comparePreReleaseParts(a[place] ?? "", b[place] ?? "");
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

/** Numbers come before texts. */
function comparePreReleaseParts(a: string, b: string): number {
  const [isNumberA, isNumberB] = [/^\d+$/.test(a), /^\d+$/.test(b)];
  if (isNumberA && isNumberB) return Number(a) - Number(b);
  if (isNumberA !== isNumberB) return isNumberA ? -1 : 1;
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

export type VersionOperator = `semver_${"eq" | "neq" | "gt" | "gte" | "lt" | "lte" | "tilde" | "caret" | "wildcard"}`;

/** Each gives the test of a wanted version; null = the version cannot be read. */
export const versionOperators: Readonly<Record<VersionOperator, (wanted: string) => VersionTest | null>> = {
  semver_eq: (wanted) => compares(wanted, (order) => order === 0),
  semver_neq: (wanted) => compares(wanted, (order) => order !== 0),
  semver_gt: (wanted) => compares(wanted, (order) => order > 0),
  semver_gte: (wanted) => compares(wanted, (order) => order >= 0),
  semver_lt: (wanted) => compares(wanted, (order) => order < 0),
  semver_lte: (wanted) => compares(wanted, (order) => order <= 0),
  semver_tilde: (wanted) => isBetween(parseVersion(wanted), ([major, minor]) => [major, minor + 1, 0]),
  semver_caret: (wanted) => isBetween(parseVersion(wanted), nextOfCaret),
  semver_wildcard: compileWildcard,
};

/** Can the wanted version of an operator be read? */
export function isVersionPattern(operator: string, wanted: string): boolean {
  return Object.hasOwn(versionOperators, operator) && versionOperators[operator as VersionOperator](wanted) !== null;
}

function compares(wanted: string, holds: (order: number) => boolean): VersionTest | null {
  const limit = parseVersion(wanted);
  if (limit === null) return null;
  return (text) => {
    const version = parseVersion(text);
    return version !== null && holds(compareVersions(version, limit));
  };
}

type Numbers = Version["numbers"];

function isBetween(from: Version | null, toEnd: (numbers: Numbers) => Numbers): VersionTest | null {
  if (from === null) return null;
  const end = { numbers: toEnd(from.numbers), preRelease: [] };
  return (text) => {
    const version = parseVersion(text);
    return version !== null && compareVersions(version, from) >= 0 && compareVersions(version, end) < 0;
  };
}

/** The first number that is not zero may not change. */
function nextOfCaret([major, minor, patch]: Numbers): Numbers {
  if (major > 0) return [major + 1, 0, 0];
  return minor > 0 ? [0, minor + 1, 0] : [0, 0, patch + 1];
}

/** `1.*` is any version of 1, `1.2.*` any of 1.2. */
function compileWildcard(wanted: string): VersionTest | null {
  const match = /^v?(\d{1,15})(?:\.(\d{1,15}))?(?:\.\d{1,15})?(?:\.?\*)?$/i.exec(wanted.trim());
  if (match === null) return null;
  const [, major = "0", minor] = match;
  const numbers: Numbers = [Number(major), Number(minor ?? "0"), 0];
  return isBetween({ numbers, preRelease: [] }, () =>
    minor === undefined ? [numbers[0] + 1, 0, 0] : [numbers[0], numbers[1] + 1, 0],
  );
}
