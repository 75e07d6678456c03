import * as assert from "uvu/assert";

// The rules of fixtures/import/README.md.

type Fields = Record<string, unknown>;

/** The contents that an empty hoglet must have after an import. */
export interface ImportCase {
  input: string;
  source: string | null;
  options?: { map?: Fields; rows?: string };
  refused?: boolean;
  message_names?: string[];
  with_skip_bad?: { events: number; bad_lines: number[] };
  events: CaseEvent[];
  persons: CasePerson[];
  groups?: { group_type: string; group_key: string; properties: Fields }[];
  duplicates?: number;
  skipped?: Record<string, number>;
  again?: { duplicates?: number };
}

interface CaseEvent {
  event: string | null;
  distinct_id: string | null;
  timestamp: string | null;
  uuid: string;
  person: string | null;
  properties: Fields;
  absent?: string[];
  case_insensitive?: string[];
  elements?: Fields[];
  made?: boolean;
}

interface CasePerson {
  label: string;
  distinct_ids: string[] | null;
  distinct_ids_at_least?: boolean;
  properties: Fields;
  absent?: string[];
  created_at?: string;
}

/** Compares the lines of an export with a case. */
export function checkCase(wanted: ImportCase, stored: Fields[], groups: Fields[]): void {
  const events = stored.filter(({ kind }) => kind === "event");
  const persons = stored.filter(({ kind }) => kind === "person");
  const ownerOf = (id: unknown) => persons.find((person) => (person["distinct_ids"] as string[]).includes(String(id)));

  const own = wanted.events.filter(({ made }) => made !== true);
  const owners = new Map<string, unknown>();
  const left = [...events];
  for (const event of own) {
    const at = left.findIndex((candidate) => isEvent(candidate, event));
    assert.ok(at >= 0, `missing: ${JSON.stringify(event)}\nthere is: ${JSON.stringify(left, null, 1)}`);
    const [found = {}] = left.splice(at, 1);
    for (const key of event.absent ?? []) assert.not(Object.hasOwn(found["properties"] as Fields, key), key);
    const owner = ownerOf(found["distinct_id"]);
    if (event.person === null) assert.is(owner, undefined);
    else {
      assert.ok(owner, `no person of ${String(found["distinct_id"])}`);
      if (owners.has(event.person)) assert.is(owners.get(event.person), owner);
      owners.set(event.person, owner);
    }
  }
  assert.is(new Set(owners.values()).size, owners.size, "labels of different persons");
  // Whatever is left links ids.
  for (const { event } of left) assert.ok(event === "$identify" || event === "$set", `too much: ${String(event)}`);
  if (!wanted.events.some(({ made }) => made === true)) assert.equal(left, []);

  assert.is(persons.length, wanted.persons.length, JSON.stringify(persons));
  const taken = new Set<unknown>();
  for (const person of wanted.persons) {
    const found = persons.find((candidate) => !taken.has(candidate) && isPerson(candidate, person));
    assert.ok(found, `missing: ${JSON.stringify(person)}\nthere is: ${JSON.stringify(persons)}`);
    taken.add(found);
    const label = owners.get(person.label);
    if (label !== undefined) assert.is(found, label);
  }
  for (const group of wanted.groups ?? []) {
    const found = groups.find((one) => one["group_key"] === group.group_key && one["group_type"] === group.group_type);
    assert.ok(found && hasAll(found["properties"] as Fields, group.properties), JSON.stringify(groups));
  }
}

function isEvent(found: Fields, wanted: CaseEvent): boolean {
  const folded = wanted.case_insensitive ?? [];
  return (
    found["event"] === wanted.event &&
    (wanted.distinct_id === null || found["distinct_id"] === wanted.distinct_id) &&
    (wanted.timestamp === null || Date.parse(String(found["timestamp"])) === Date.parse(wanted.timestamp)) &&
    (wanted.uuid === "stable" || found["uuid"] === wanted.uuid) &&
    hasAll(found["properties"] as Fields, wanted.properties, folded) &&
    (wanted.elements ?? []).every((element, index) =>
      hasAll(((found["elements"] as Fields[] | undefined) ?? [])[index] ?? {}, element),
    )
  );
}

function isPerson(found: Fields, wanted: CasePerson): boolean {
  const ids = (found["distinct_ids"] as string[]).toSorted();
  const properties = found["properties"] as Fields;
  const hasIds =
    wanted.distinct_ids === null ||
    (wanted.distinct_ids_at_least === true
      ? wanted.distinct_ids.every((id) => ids.includes(id))
      : same(ids, wanted.distinct_ids.toSorted()));
  const isCreated =
    wanted.created_at === undefined || Date.parse(String(found["created_at"])) === Date.parse(wanted.created_at);
  const lacks = (wanted.absent ?? []).every((key) => !Object.hasOwn(properties, key));
  return hasIds && isCreated && lacks && hasAll(properties, wanted.properties);
}

function hasAll(found: Fields, wanted: Fields, folded: string[] = []): boolean {
  return Object.entries(wanted).every(([key, value]) =>
    folded.includes(key) ? same(fold(found[key]), fold(value)) : same(found[key], value),
  );
}

function fold(value: unknown): unknown {
  return typeof value === "string" ? value.toLowerCase() : value;
}

function same(a: unknown, b: unknown): boolean {
  try {
    assert.equal(a, b);
    return true;
  } catch {
    return false;
  }
}
