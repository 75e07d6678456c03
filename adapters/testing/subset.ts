import { inspect } from "node:util";

/** One place where a value is not what was expected. */
export interface Difference {
  /** Such as `properties.plan` or `items[2].price`. */
  path: string;
  expected: unknown;
  /** Undefined = it is missing. */
  actual: unknown;
}

/**
 * Where `actual` lacks something of `expected`: objects may have more keys than expected, at every depth; lists have the
 * same length. A RegExp stands for texts that it finds something in; matchers of Vitest, Jest and others (`expect.any(…)`,
 * all that have `asymmetricMatch`) for what they accept. Empty = it is there.
 */
export function differences(expected: unknown, actual: unknown, path = ""): Difference[] {
  if (isSame(expected, actual)) return [];
  if (Array.isArray(expected) && Array.isArray(actual) && expected.length === actual.length) {
    return expected.flatMap((item, index) => differences(item, actual[index], `${path}[${index}]`));
  }
  if (isPlainObject(expected) && isPlainObject(actual)) {
    return Object.entries(expected).flatMap(([key, value]) =>
      differences(value, actual[key], path === "" ? key : `${path}.${key}`),
    );
  }
  return [{ path, expected, actual }];
}

/** Is everything of `expected` in `actual`? See `differences`. */
export function isSubset(expected: unknown, actual: unknown): boolean {
  return differences(expected, actual).length === 0;
}

function isSame(expected: unknown, actual: unknown): boolean {
  if (Object.is(expected, actual) || expected === actual) return true;
  if (isMatcher(expected)) return expected.asymmetricMatch(actual);
  return (
    isRegExp(expected) && typeof actual === "string" && new RegExp(expected.source, withoutState(expected)).test(actual)
  );
}

/** The flags g and y would make an expression remember where it stopped. */
function withoutState({ flags }: RegExp): string {
  return flags.replace(/[gy]/g, "");
}

function isMatcher(value: unknown): value is { asymmetricMatch(actual: unknown): boolean } {
  return (
    typeof value === "object" &&
    value !== null &&
    "asymmetricMatch" in value &&
    typeof value.asymmetricMatch === "function"
  );
}

/** Told by its tag, since a test runner may run tests in a realm of their own. */
function isRegExp(value: unknown): value is RegExp {
  return Object.prototype.toString.call(value) === "[object RegExp]";
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !isRegExp(value) && !isMatcher(value);
}

/** A value on one line, as failure texts show it. */
export function show(value: unknown): string {
  return inspect(value, { breakLength: Infinity, depth: 6, maxStringLength: 200, maxArrayLength: 50 });
}

/** `properties.plan is 'free', expected 'pro'`. */
export function tell({ path, expected, actual }: Difference): string {
  const name = path === "" ? "it" : path;
  return `${name} is ${actual === undefined ? "missing" : show(actual)}, expected ${show(expected)}`;
}
