import * as assert from "uvu/assert";

/** A series that a case of trends or stickiness expects; an absent field is not compared (reference/insights.md 16). */
export interface ExpectedSeries {
  error?: boolean;
  error_class?: string;
  series_count?: number;
  series?: Fields[];
  every_series?: Fields;
  breakdown_value_unordered?: unknown[];
}

type Fields = Record<string, unknown>;

/** Compares an answer's series with the facts of a case. */
export function compareSeries(result: Fields[], expected: ExpectedSeries): void {
  const { series_count, series, every_series, breakdown_value_unordered, error, error_class, ...rest } = expected;
  assert.is(error ?? error_class, undefined, "an error was expected");
  assert.equal(Object.keys(rest), [], "forms of expectation that this comparer does not know");
  if (series_count !== undefined) assert.is(result.length, series_count, "series_count");
  for (const facts of series ?? []) compareFacts(pick(result, facts), facts);
  for (const actual of every_series ? result : []) compareFacts(actual, every_series ?? {});
  if (breakdown_value_unordered) {
    assert.equal(sorted(result.map((one) => one["breakdown_value"])), sorted(breakdown_value_unordered));
  }
}

function pick(result: Fields[], { index, where, sorted_by: sortedBy }: Fields): Fields {
  const by = (one: Fields) => String(fieldAt(one, String(sortedBy)));
  const list = sortedBy === undefined ? result : result.toSorted((a, b) => (by(a) < by(b) ? -1 : 1));
  const found = where
    ? list.find((one) => Object.entries(where).every(([name, value]) => isSame(fieldAt(one, name), value)))
    : list.at(Number(index ?? 0));
  assert.ok(found, `no series at ${JSON.stringify({ index, where, sortedBy })} among ${result.length}`);
  return found;
}

/** `action.order` reaches into objects. */
function fieldAt(one: Fields, name: string): unknown {
  return name.split(".").reduce<unknown>((value, key) => (value as Fields | undefined)?.[key], one);
}

const SELECTORS = new Set(["index", "where", "sorted_by"]);

function compareFacts(actual: Fields, facts: Fields): void {
  for (const [name, fact] of Object.entries(facts)) {
    if (!SELECTORS.has(name)) compareFact(actual, name, fact);
  }
}

function compareFact(actual: Fields, name: string, fact: unknown): void {
  const list = (field: string) => actual[field] as unknown[];
  switch (name) {
    case "data_at":
    case "labels_at":
      for (const [index, value] of Object.entries(fact as Fields)) {
        same(list(name.slice(0, -3)).at(Number(index)), value, `${name} ${index}`);
      }
      return;
    case "value_at_day":
      for (const [day, value] of Object.entries(fact as Fields)) {
        same(list("data")[list("days").indexOf(day)], value, `${name} ${day}`);
      }
      return;
    case "data_sum":
      return same(
        (list("data") as number[]).reduce((sum, value) => sum + value, 0),
        fact,
        name,
      );
    case "data_length":
      return same(list("data").length, fact, name);
    case "data_slice":
    case "labels_slice": {
      const { from, to, values } = fact as { from: number; to: number; values: unknown[] };
      return same(list(name.slice(0, -6)).slice(from, to), values, name);
    }
    case "data_unordered":
    case "labels_unordered":
      return same(sorted(list(name.slice(0, -10))), sorted(fact as unknown[]), name);
    default:
      assert.ok(Object.hasOwn(actual, name), `the series has no field ${name}`);
      same(actual[name], fact, name);
  }
}

function sorted(list: unknown[]): unknown[] {
  return list.toSorted((a, b) =>
    typeof a === "number" && typeof b === "number" ? a - b : String(a) < String(b) ? -1 : 1,
  );
}

function same(actual: unknown, expected: unknown, what: string): void {
  assert.ok(isSame(actual, expected), `${what}: ${JSON.stringify(actual)} instead of ${JSON.stringify(expected)}`);
}

function isSame(actual: unknown, expected: unknown): boolean {
  if (Array.isArray(expected)) {
    return (
      Array.isArray(actual) &&
      actual.length === expected.length &&
      expected.every((value, index) => isSame(actual[index], value))
    );
  }
  if (typeof expected === "object" && expected !== null && Object.hasOwn(expected, "approx")) {
    const { approx, tolerance } = expected as { approx: number; tolerance: number };
    return typeof actual === "number" && Math.abs(actual - approx) <= tolerance;
  }
  return JSON.stringify(actual) === JSON.stringify(expected);
}
