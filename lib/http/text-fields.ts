import { invalid } from "../base/errors.ts";
import { parseJsonText } from "../base/json-text.ts";

/**
 * The fields of a query string or a form, in which every value is a text (or, in a multipart body, a file). A name that is
 * repeated, or written `name[]`, is a list:
 * - of JSON objects and lists: JSON text of one list of all of them, as if the client had written it so;
 * - of anything else: a list, which a field of one value refuses by its name.
 *
 * @example
 * toFields([["properties", '{"key":"a"}'], ["properties", '[{"key":"b"}]']]); // { properties: '[{"key":"a"},{"key":"b"}]' }
 */
export function toFields(pairs: Iterable<readonly [string, unknown]>): Record<string, unknown> {
  const byName = new Map<string, unknown[]>();
  const lists = new Set<string>();
  for (const [written, value] of pairs) {
    const name = written.endsWith("[]") ? written.slice(0, -2) : written;
    const values = byName.get(name);
    if (values === undefined) byName.set(name, [value]);
    else values.push(value);
    if (name !== written || values !== undefined) lists.add(name);
  }
  return Object.fromEntries(
    Array.from(byName, ([name, values]) => [name, lists.has(name) ? joined(values) : values[0]]),
  );
}

function joined(values: readonly unknown[]): unknown {
  const given = values.filter((value) => value !== "");
  const parsed = given.map(toJsonValue);
  return given.length > 0 && parsed.every(isContainer) ? JSON.stringify(parsed.flat()) : given;
}

function toJsonValue(value: unknown): unknown {
  if (typeof value !== "string" || !/^\s*[[{]/.test(value)) return undefined;
  try {
    return parseJsonText(value);
  } catch {
    return undefined;
  }
}

function isContainer(value: unknown): boolean {
  return typeof value === "object" && value !== null;
}

/**
 * Refuses `name[key]`, which some clients write for objects and lists within lists: nothing would read it.
 * @param known the names of the fields that are read; null = any
 * @throws invalid naming the field
 */
export function refuseBrackets(fields: Readonly<Record<string, unknown>>, known: ReadonlySet<string> | null): void {
  for (const written of Object.keys(fields)) {
    const name = /^([^[\]]+)\[.*\]$/s.exec(written)?.[1];
    if (name === undefined || known?.has(name) === false) continue;
    throw invalid(name, `Expected JSON text, such as ${name}=[…], instead of "${written}".`);
  }
}
