import { inspect } from "node:util";

/** A place where values differ. */
export interface Difference {
  /** The path of a part, for example `properties.plan` or `items[2].price`. */
  path: string;
  expected: unknown;
  /** Undefined = missing. */
  actual: unknown;
}

/**
 * The places where `actual` lacks a part of `expected`: objects may have more keys than expected, at every depth; lists
 * must have equal lengths. A RegExp matches texts; matchers of Vitest, Jest and others (`expect.any(…)`, all with
 * `asymmetricMatch`) match the values that they accept. Empty = no difference.
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

/** Does `actual` hold all of `expected`? */
export function isSubset(expected: unknown, actual: unknown): boolean {
  return differences(expected, actual).length === 0;
}

/** A value at the places that `expected` has, for a runner to show beside it. */
export function partLike(expected: unknown, actual: unknown): unknown {
  if (!isPlainObject(expected) || !isPlainObject(actual)) return actual;
  const shared = Object.keys(expected).filter((key) => Object.hasOwn(actual, key));
  return Object.fromEntries(shared.map((key) => [key, partLike(expected[key], actual[key])]));
}

function isSame(expected: unknown, actual: unknown): boolean {
  if (Object.is(expected, actual) || expected === actual) return true;
  if (isMatcher(expected)) return expected.asymmetricMatch(actual);
  return (
    isRegExp(expected) && typeof actual === "string" && new RegExp(expected.source, withoutState(expected)).test(actual)
  );
}

/** Without the flags g and y, which make an expression keep its last position. */
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

/** Tests the tag of the object, since a test runner may run tests in a realm of their own. */
function isRegExp(value: unknown): value is RegExp {
  return Object.prototype.toString.call(value) === "[object RegExp]";
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !isRegExp(value) && !isMatcher(value);
}

/** A value on one line, for failures. */
export function show(value: unknown): string {
  return inspect(value, { breakLength: Infinity, depth: 6, maxStringLength: 200, maxArrayLength: 50 });
}

/** `properties.plan is 'free', expected 'pro'`. */
export function tell({ path, expected, actual }: Difference): string {
  const name = path === "" ? "it" : path;
  return `${name} is ${actual === undefined ? "missing" : show(actual)}, expected ${show(expected)}`;
}
