import * as assert from "uvu/assert";

// The matchers of the given cases of query nodes (reference/query.md 10).

/** Holds an answer against `expect`: `at` maps paths to values, `absent` lists paths, `contains` parts of texts. */
export function expectBody(body: unknown, expected: Record<string, unknown>): void {
  for (const [path, value] of Object.entries((expected["at"] ?? {}) as Record<string, unknown>)) {
    expectValue(valueAt(body, path), value, path);
  }
  for (const path of (expected["absent"] ?? []) as string[]) assert.is(valueAt(body, path), undefined, path);
  for (const [path, parts] of Object.entries((expected["contains"] ?? {}) as Record<string, string | string[]>)) {
    for (const part of [parts].flat()) assert.ok(String(valueAt(body, path)).includes(part), `${path} has ${part}`);
  }
}

/** The value at `results[0].data`; `.length` and `.keys` are pseudo-fields. */
export function valueAt(body: unknown, path: string): unknown {
  let value: unknown = body;
  for (const part of path.match(/[^.[\]]+/g) ?? []) {
    if (value === null || value === undefined) return undefined;
    const own = value as Record<string, unknown>;
    if (part === "keys" && !Object.hasOwn(own, part)) value = Object.keys(own).toSorted();
    else if (part === "length" && Array.isArray(value)) value = value.length;
    else value = own[part];
  }
  return value;
}

const WITHIN = 0.00005;

function expectValue(actual: unknown, expected: unknown, path: string): void {
  if (typeof expected !== "object" || expected === null) return assert.equal(actual, expected, path);
  const { $type: type, $about: about } = expected as { $type?: string; $about?: number };
  if (type !== undefined) return assert.is(Array.isArray(actual) ? "array" : typeof actual, type, path);
  if (about !== undefined) return assert.ok(Math.abs(Number(actual) - about) <= WITHIN, `${path}: ${String(actual)}`);
  assert.equal(actual, expected, path);
}
