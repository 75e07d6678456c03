import { pageUrl } from "../page-url.ts";
import * as v from "valibot";
import type { ActivityList, EventRecord, Page, PersonRecord } from "../../../lib/index.ts";
import { isOutcome, toPropertyHistory, toWriterFilters } from "../../explain/index.ts";
import { shorten } from "../bounds.ts";
import { defineTool, field } from "../tool.ts";
import type { Answer, Call } from "../tool.ts";
import { ToolFault } from "../tool-fault.ts";

/** Events that may have written properties, newest first; the page reads as many. */
const MOST_WRITERS = 500;
/** Properties whose history is told. */
const MOST_PROPERTIES = 60;
/** The events that join distinct ids, with the property that names the other id. */
const MERGES: Record<string, string> = {
  $identify: "$anon_distinct_id",
  $create_alias: "alias",
  $merge_dangerously: "alias",
};

/** One person, and why it is as it is. */
export const personsRetrieve = defineTool({
  name: "persons-retrieve",
  title: "Explain a person",
  description:
    "A person by distinct id, id or search: all distinct ids, the merges that joined them, and which event set which property when.",
  effect: "reads",
  input: {
    distinct_id: v.exactOptional(field.text()),
    id: v.exactOptional(v.pipe(v.union([v.string(), v.number()]), v.description("Integer id or UUID"))),
    search: v.exactOptional(field.text("Part of an email, a name or a distinct id")),
  },
  async run(call, input) {
    const given = Object.keys(input).length;
    if (given !== 1) throw new ToolFault("Expected one of distinct_id, id and search.");
    const found = await find(call, input);
    const [person] = found;
    if (person === undefined) return nobody(call, input.distinct_id);
    if (found.length > 1) {
      const results = found.map(({ uuid, name, distinct_ids: ids }) => ({ uuid, name, distinct_ids: ids.slice(0, 5) }));
      return { summary: `${found.length} persons match: name one by id.`, results };
    }
    return explain(call, person);
  },
});

async function find(
  { api }: Call,
  { distinct_id, id, search }: { distinct_id?: string; id?: string | number; search?: string },
): Promise<PersonRecord[]> {
  if (id !== undefined) return [await api.get<PersonRecord>(`/persons/${encodeURIComponent(id)}/`)];
  return (await api.get<Page<PersonRecord>>("/persons/", { distinct_id, search, limit: 20 })).results;
}

async function nobody({ api }: Call, distinctId: string | undefined): Promise<Answer> {
  const steps = ["execute-sql: select distinct_id, count() from events group by distinct_id"];
  if (distinctId === undefined) return { summary: "No person matches.", results: [], try_next: steps };
  const { count } = await api.get<Page<EventRecord>>("/events/", { distinct_id: distinctId, limit: 1 });
  const why =
    count > 0
      ? `${count} events of ${JSON.stringify(distinctId)} came, all without a person ($process_person_profile: false). identify or $set makes one.`
      : `Nothing came from ${JSON.stringify(distinctId)}.`;
  return { summary: why, results: [], try_next: count > 0 ? [] : steps };
}

async function explain(call: Call, person: PersonRecord): Promise<Answer> {
  const { api } = call;
  const { uuid, properties } = person;
  const keys = Object.keys(properties).slice(0, MOST_PROPERTIES);
  const [writers, merging, activity] = await Promise.all([
    writersOf(api, person, keys),
    mergesOf(api, uuid),
    // The key may lack the scope of activity; the rest of the answer stands without it.
    api.get<ActivityList>(`/persons/${uuid}/activity/`, { limit: 10 }).catch(() => ({ results: [] })),
  ]);
  const facts = keys.map((key) => toFact(key, properties, writers));
  const byHand = activity.results.map(({ activity: what, user, created_at: at, detail }) => ({
    what,
    by: user.first_name,
    at,
    changes: shorten(detail.changes, 100),
  }));
  const shown = {
    uuid,
    name: person.name,
    is_identified: person.is_identified,
    created_at: person.created_at,
    distinct_ids: person.distinct_ids.slice(0, 50),
  };
  const ids = person.distinct_ids.length;
  return {
    summary: `${person.name}: ${ids} distinct ${ids === 1 ? "id" : "ids"}, ${merging.length} merges, ${keys.length} properties.`,
    results: [shown],
    merges: merging,
    properties: facts,
    ...(byHand.length > 0 && { changed_by_hand: byHand }),
    url: pageUrl(call, `/persons/${uuid}`),
  };
}

async function writersOf(api: Call["api"], { uuid, properties }: PersonRecord, keys: readonly string[]) {
  const filters = keys.flatMap((key) => toWriterFilters(key, properties).values as { key: string }[]);
  if (filters.length === 0) return [];
  const distinct = [...new Map(filters.map((filter) => [filter.key, filter])).values()];
  const query = { person_id: uuid, properties: { type: "OR", values: distinct }, limit: MOST_WRITERS };
  return (await api.get<Page<EventRecord>>("/events/", query)).results;
}

/** Oldest first. */
async function mergesOf(api: Call["api"], personId: string) {
  const pages = await Promise.all(
    Object.keys(MERGES).map((event) =>
      api.get<Page<EventRecord>>("/events/", { person_id: personId, event, limit: 20 }),
    ),
  );
  return pages
    .flatMap(({ results }) => results)
    .toSorted((a, b) => Date.parse(a.created_at) - Date.parse(b.created_at))
    .map((one) => ({
      event: one.event,
      distinct_id: one.distinct_id,
      joined: one.properties[MERGES[one.event] ?? ""] ?? null,
      at: one.timestamp,
      uuid: one.uuid,
    }));
}

function toFact(key: string, properties: Record<string, unknown>, writers: readonly EventRecord[]) {
  const history = toPropertyHistory(key, properties, writers);
  const told = history.steps
    .filter(({ hasEffect }) => hasEffect)
    .slice(0, 3)
    .map(({ how, value, event, isAutomatic }) => ({
      how: isAutomatic ? "automatic" : how,
      // JSON leaves out what unset has not.
      value: shorten(value, 100),
      event: event.event,
      distinct_id: event.distinct_id,
      at: event.timestamp,
      uuid: event.uuid,
    }));
  const isKnown = isOutcome(history, key, properties);
  // An import, a merged person or a deleted event left no trace.
  return {
    name: key,
    value: shorten(properties[key], 100),
    set_by: told,
    ...(!isKnown && { also_set_elsewhere: true }),
  };
}
