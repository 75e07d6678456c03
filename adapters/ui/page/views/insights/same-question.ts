// Questions of the older dialect, compared by what they say.

/** Do two questions say the same, however their filters are grouped? */
export function isSame(a: object, b: object): boolean {
  return hasAllOf(a, b) && hasAllOf(b, a);
}

/** Does a question have all that another has? It may have more, as after a conversion there and back. */
export function hasAllOf(question: object, other: object): boolean {
  const fields = question as Record<string, unknown>;
  return Object.entries(other).every(([name, value]) => toComparedText(value) === toComparedText(fields[name]));
}

/** Names that conversion fills in, and that change no number. */
const IDLE = new Set(["name", "kind", "uuid"]);

/** The defaults of fields that a filter may leave out. */
const DEFAULTS: Readonly<Record<string, string>> = { type: "event", operator: "exact" };

/** A value as text: without the fields that say nothing, and however its filters are grouped. */
function toComparedText(value: unknown): string {
  return JSON.stringify(plain(value) ?? null);
}

function plain(value: unknown): unknown {
  if (value === "" || value === null || value === undefined) return undefined;
  if (Array.isArray(value)) return value.length === 0 ? undefined : value.map(plain);
  if (typeof value !== "object") return String(value);
  const { type, values } = value as { type?: unknown; values?: unknown };
  // A list of filters is a group of which all must pass, in groups or not.
  if (Array.isArray(values) && type === "AND") {
    const all = values.flatMap((each) => plain(each) ?? []);
    return all.length === 0 ? undefined : all;
  }
  const fields = Object.entries(value)
    .filter(([name, each]) => !IDLE.has(name) && each !== DEFAULTS[name])
    .map(([name, each]) => [name, plain(each)] as const)
    .filter(([, each]) => each !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  return fields.length === 0 ? undefined : Object.fromEntries(fields);
}
