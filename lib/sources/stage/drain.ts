import type { Fields } from "../../base/fields.ts";
import { parseElementsChain } from "../../events/elements/index.ts";
import { put } from "../values/fields.ts";
import { toPersonLine } from "./line.ts";
import type { EventBody } from "./line.ts";
import type { Scratch } from "./scratch.ts";

/** Rows read at once: bodies of up to 1 MB each. */
const PAGE = 200;

interface EventRow {
  place: number;
  ts: number;
  join_key: string | null;
  body: string;
}

/** The events in the order of time, then of the input, as lines of hoglet's own format. */
export function* eventLines(
  scratch: Scratch,
  toBody: (event: EventBody) => object = (event) => event,
): Generator<string> {
  // Times before 1970 are negative.
  let after = { ts: Number.MIN_SAFE_INTEGER, place: -1 };
  for (;;) {
    const page = scratch.all<EventRow>(
      `SELECT place, ts, join_key, body FROM events WHERE (ts, place) > (?, ?) ORDER BY ts, place LIMIT ${PAGE}`,
      after.ts,
      after.place,
    );
    for (const row of page) yield JSON.stringify(toBody(joined(scratch, row)));
    const last = page.at(-1);
    if (last === undefined) return;
    after = last;
  }
}

function joined(scratch: Scratch, { join_key: key, body }: EventRow): EventBody {
  const event = JSON.parse(body) as EventBody;
  if (key === null) return event;
  const rows = scratch.all<{ name: string; value: string }>(
    "SELECT name, value FROM joined WHERE key = ? ORDER BY name",
    key,
  );
  for (const { name, value } of rows) put(event.properties, name, JSON.parse(value));
  return event;
}

/** An event to be stored as it is: its elements as a list, as lines have them. */
export function toStoredBody({ properties, ...event }: EventBody): object {
  const { $elements_chain: chain, $elements: list, ...rest } = properties;
  if (typeof chain === "string") return { ...event, properties: rest, elements: parseElementsChain(chain) };
  return { ...event, properties: rest, ...(Array.isArray(list) && { elements: list.map(toStoredElement) }) };
}

/** Fields of an element besides its attributes. */
const OF_ELEMENT = ["tag_name", "text", "href", "attr_id", "attr_class", "nth_child", "nth_of_type"];

function toStoredElement(sent: unknown): Fields {
  const given = (sent ?? {}) as Fields;
  const element: Fields = {};
  for (const key of OF_ELEMENT) put(element, key, given[key]);
  const attributes = Object.fromEntries(Object.entries(given).filter(([key]) => key.startsWith("attr__")));
  return { ...element, ...(Object.keys(attributes).length > 0 && { attributes }) };
}

/** Persons that the source tells apart from events, as lines. */
export function* personLines(scratch: Scratch): Generator<string> {
  let after = -1;
  for (;;) {
    const page = scratch.all<{ place: number; body: string }>(
      `SELECT place, body FROM persons WHERE place > ? ORDER BY place LIMIT ${PAGE}`,
      after,
    );
    for (const { body } of page) yield toPersonLine(JSON.parse(body) as Parameters<typeof toPersonLine>[0]);
    const last = page.at(-1);
    if (last === undefined) return;
    after = last.place;
  }
}

interface ProfileRow {
  owner: string;
  properties: string;
  created_at: number | null;
}

/** Persons of a source that has person ids, each with the ids that it owns at last. Deleted ones are left out. */
export function* ownerLines(scratch: Scratch): Generator<string> {
  let after = "";
  for (;;) {
    const page = scratch.all<ProfileRow>(
      `SELECT owner, properties, created_at FROM profiles WHERE is_deleted = 0 AND owner > ? ORDER BY owner LIMIT ${PAGE}`,
      after,
    );
    for (const { owner, properties, created_at: createdAtMs } of page) {
      const distinctIds = idsOf(scratch, "SELECT distinct_id FROM owners WHERE owner = ? ORDER BY distinct_id", owner);
      if (distinctIds.length > 0)
        yield toPersonLine({ distinctIds, properties: JSON.parse(properties) as Fields, createdAtMs });
    }
    const last = page.at(-1);
    if (last === undefined) return;
    after = last.owner;
  }
}

/** Distinct ids whose events name the same person, as lines that join them. Ids alone need none. */
export function* sharedLines(scratch: Scratch): Generator<string> {
  let after = "";
  for (;;) {
    const page = scratch.all<{ owner: string }>(
      `SELECT owner FROM shared WHERE owner > ? GROUP BY owner HAVING count(*) > 1 ORDER BY owner LIMIT ${PAGE}`,
      after,
    );
    for (const { owner } of page) {
      const distinctIds = idsOf(scratch, "SELECT distinct_id FROM shared WHERE owner = ? ORDER BY distinct_id", owner);
      yield toPersonLine({ distinctIds, properties: {}, createdAtMs: null });
    }
    const last = page.at(-1);
    if (last === undefined) return;
    after = last.owner;
  }
}

function idsOf(scratch: Scratch, sql: string, owner: string): string[] {
  return scratch.all<{ distinct_id: string }>(sql, owner).map(({ distinct_id: id }) => id);
}
