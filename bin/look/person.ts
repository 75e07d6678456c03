import type { EventRecord, Page, PersonRecord } from "../../lib/index.ts";
import { explainPerson } from "../../adapters/explain/index.ts";
import type { ExplainedPerson, PersonFact } from "../../adapters/explain/index.ts";
import type { Api } from "../api.ts";
import { Refusal } from "../api.ts";
import type { PersonsFlags } from "./flags.ts";
import type { Cell } from "../draw/table.ts";
import { counted, toMoment, toPeriod } from "../draw/words.ts";
import { chooseOutput } from "../output.ts";
import { toShort } from "./events.ts";
import { showList } from "./show-rows.ts";
import type { List } from "./show-rows.ts";

/** Events that are shown, the newest. */
const MOST_EVENTS = 30;
/** Distinct ids that are shown. */
const MOST_IDS = 20;

/** Explains one person. @throws Error when nobody, or more than one, is meant */
export async function showPerson(api: Api, id: string, flags: Omit<PersonsFlags, "limit">): Promise<void> {
  const person = await findPerson(api, id);
  const [explained, events] = await Promise.all([
    explainPerson(api.get, person),
    api.get<Page<EventRecord>>("/events/", { person_id: person.uuid, limit: MOST_EVENTS }),
  ]);
  const output = chooseOutput({ ...flags, ...(flags.json && { format: flags.format ?? "json" }) });
  const whole = {
    ...person,
    merges: explained.merges,
    facts: explained.facts,
    changed_by_hand: explained.by_hand,
    last_events: events.results,
  };
  // One person is one row: programs get all of it.
  await showList({ ...toList(person, explained, events), records: [whole], whole }, output);
}

async function findPerson(api: Api, id: string): Promise<PersonRecord> {
  const { results: exact } = await api.get<Page<PersonRecord>>("/persons/", { distinct_id: id, limit: 1 });
  if (exact[0] !== undefined) return exact[0];
  const known = /^(?:\d{1,15}|[\da-f-]{36})$/i.test(id) ? await getPerson(api, id) : null;
  if (known !== null) return known;
  const { results, count } = await api.get<Page<PersonRecord>>("/persons/", { search: id, limit: 5 });
  const [only] = results;
  if (count > 1) {
    const some = results.map(({ name, distinct_ids: ids }) => `${String(name)} (${ids[0] ?? ""})`);
    throw new Error(
      `${count} persons match '${id}': ${some.join(", ")}${count > some.length ? ", …" : ""}. Name one by a distinct id.`,
    );
  }
  if (only !== undefined) return only;
  const { count: events } = await api.get<Page<EventRecord>>("/events/", { distinct_id: id, limit: 1 });
  if (events === 0) throw new Error(`Nobody has the distinct id '${id}'; hoglet persons lists who there is.`);
  throw new Error(
    `'${id}' has ${counted(events, "event")} and no person: they were sent with $process_person_profile: false. hoglet events --distinct-id lists them.`,
  );
}

async function getPerson(api: Api, id: string): Promise<PersonRecord | null> {
  try {
    return await api.get<PersonRecord>(`/persons/${encodeURIComponent(id)}/`);
  } catch (error) {
    if (error instanceof Refusal && error.status === 404) return null;
    throw error;
  }
}

function toList(
  person: PersonRecord,
  { merges, facts, by_hand: byHand }: ExplainedPerson,
  events: Page<EventRecord>,
): List {
  const ids = person.distinct_ids;
  const about: [string, string][] = [
    ["uuid", person.uuid],
    ["identified", person.is_identified ? "yes" : "no: known by anonymous ids alone"],
    ["first seen", toMoment(person.created_at)],
    [
      "distinct ids",
      [...ids.slice(0, MOST_IDS), ...(ids.length > MOST_IDS ? [`and ${ids.length - MOST_IDS} more`] : [])].join(", "),
    ],
  ];
  const joined = merges.map(({ event, distinct_id: id, joined: other, at }): Cell[] => [
    { text: toMoment(at), tone: "faint" },
    event,
    other === null ? id : `${String(other)} joined ${id}`,
  ]);
  const changes = byHand.map(({ at, by, what }): Cell[] => [
    { text: toMoment(at), tone: "faint" },
    what.replaceAll("_", " "),
    `by ${by}`,
  ]);
  return {
    head: [
      String(person.name),
      `${counted(ids.length, "distinct id")}, ${counted(merges.length, "merge")}, ${counted(facts.length, "property").replace("propertys", "properties")}, ${counted(events.count, "event")}`,
    ],
    parts: [
      plain(about.map(([name, value]) => [{ text: name, tone: "faint" }, value])),
      ...(joined.length === 0 ? [] : [plain(joined, "Merges, oldest first")]),
      ...(facts.length === 0
        ? []
        : [plain(facts.toSorted(ownFirst).flatMap(toFactRows), "Properties, and the events that set them")]),
      ...(changes.length === 0 ? [] : [plain(changes, "Changed by hand")]),
      ...byDay(events),
    ],
    records: [],
  };
}

function plain(rows: Cell[][], heading?: string) {
  const columns = (rows[0] ?? []).map(() => ({ name: "", mustStay: true }));
  return { ...(heading !== undefined && { heading }), table: { columns, rows } };
}

function toFactRows({ name, value, set_by: changes, also_set_elsewhere: isElsewhere }: PersonFact): Cell[][] {
  const reasons = changes.map(({ how, value: to, event, at }) => {
    const other = how === "unset" || toValueText(to) === toValueText(value) ? "" : `, to ${toValueText(to)}`;
    return `${HOW[how]} ${event}, ${toMoment(at)}${other}`;
  });
  const all = isElsewhere ? [...reasons, "also by an import, a merge, or an event that is gone"] : reasons;
  const [first = "", ...rest] = all;
  return [
    [name, { text: toValueText(value), tone: "main" }, { text: first, tone: "faint" }],
    ...rest.map((reason): Cell[] => ["", "", { text: reason, tone: "faint" }]),
  ];
}

const HOW = { set: "set by", set_once: "set once by", unset: "removed by", automatic: "from" } as const;

/** Sorts the app's own facts before those of SDKs. */
function ownFirst(a: PersonFact, b: PersonFact): number {
  return Number(a.name.startsWith("$")) - Number(b.name.startsWith("$"));
}

function toValueText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value ?? null);
}

/** The last events, a table for each day. */
function byDay({ count, results }: Page<EventRecord>) {
  const days = [...new Set(results.map(({ timestamp }) => timestamp.slice(0, 10)))];
  return days.map((day, at) => {
    const rows = results
      .filter(({ timestamp }) => timestamp.startsWith(day))
      .map(({ timestamp, event, distinct_id: id, properties }): Cell[] => [
        { text: timestamp.slice(11, 19), tone: "faint" },
        { text: event, tone: "main" },
        id,
        toShort(properties),
      ]);
    const some =
      at === 0 && count > results.length
        ? ` (the last ${results.length} of ${count} events, UTC)`
        : at === 0
          ? " (UTC)"
          : "";
    return plain(rows, `${toPeriod(day, "day")} ${day.slice(0, 4)}${some}`);
  });
}
