import { writeNow } from "../../../lib/storage/index.ts";
import type { Db } from "../../../lib/storage/index.ts";
import { loadCase } from "../../questions/load-case.ts";
import type { ProjectSettings } from "../../../lib/questions/shared/project-settings.ts";
import type { Random } from "../../../fixtures/random.ts";
import { addNamedRow } from "../../support/add-row.ts";

/** The clock of every question. */
export const NOW = "2024-04-02T12:00:00.000Z";

export const NAMES = ["paid", "viewed", "$pageview", "constructor", "$screen", "$autocapture"];
const IDS = Array.from({ length: 14 }, (_, index) => `id${index}`);
const ZONES = ["UTC", "Europe/Berlin", "America/New_York", "Asia/Kathmandu", "Pacific/Apia"];

/** Values that code easily confuses. */
export const VALUES = ["a", "A", "b", "", " ", "30", 30, 30.5, "30.5", 0, -1, true, "true", false, null, "null", [1, "x"], { a: 1 },
  "a/", "/?", "2024-03-10", "2024-03-30T10:00:00Z", "ünïcode 🦔", "%", 1e21]; // prettier-ignore

export const KEYS = ["plan", "amount", "$group_0", "$session_id", "__proto__", "rare"];

/** Elements of autocapture in both forms that the log keeps; most events have none. */
export const ELEMENTS = [null, null, null, null, '[{"tag_name":"a","text":"Buy","href":"/buy"},{"tag_name":"div","attr_class":["bar"]}]',
  '[{"tag_name":"button","text":"buy"}]', 'a.bar:text="Buy"href="/pay"nth-child="2"nth-of-type="1";div:nth-child="1"nth-of-type="1"', "[]"]; // prettier-ignore

/** Properties that say where a session began and ended, and where it came from. */
const VISIT: Record<string, unknown[]> = {
  $current_url: ["https://x.org/", "https://x.org/buy?a=1", "https://y.org/buy", "no url", ""],
  $referring_domain: ["$direct", "www.google.com", "news.ycombinator.com"],
  utm_source: ["google", "newsletter", 7, ""],
  utm_medium: ["cpc", "email", null],
  $external_click_url: ["https://z.org", "https://z.org/2"],
};

/** Session ids with a few events each, and values that are hardly ids. */
const SESSIONS = ["s1", "s2", "s3", "s4", "s5", "s6"];

/** Two projects with persons, groups, cohorts, an action and a few events. @param eventCount events of each project */
export function openLog(db: Db, random: Random, eventCount = 30): ProjectSettings[] {
  return [1, 2].map((number) => {
    const persons = IDS.slice(0, 6).map((id, index) => ({
      distinct_ids: random.chance(0.3) ? [id, IDS[index + 6] ?? id] : [id],
      properties: randomProperties(random, ["plan", "amount"]),
      created_at: new Date(randomMs(random)).toISOString(),
    }));
    const cohorts = [
      { id: number * 10 + 1, is_static: true, members: IDS.slice(0, 3) },
      { id: number * 10 + 2, groups: [{ properties: [{ key: "plan", value: random.pick(VALUES), type: "person" }] }] },
    ];
    const steps = [
      { event: "paid", properties: [{ key: "plan", value: "a", operator: "icontains" }] },
      { event: null, properties: [{ key: "amount", value: 1, operator: "gt" }] },
    ];
    const project = loadCase(db, {
      now: NOW,
      team: { timezone: random.pick(ZONES), week_start_day: random.integer(0, 2 - 1) },
      persons,
      cohorts,
      groups: ["a", "b", "30"].map((key) => ({
        group_type_index: 0,
        group_key: key,
        properties: randomProperties(random, ["plan", "amount"]),
      })),
      actions: [{ id: number * 10, steps }],
    });
    addEvents(db, project, random, eventCount);
    return project;
  });
}

/**
 * Adds events, some long past, some with unknown ids. Sometimes it leaves a gap in `seq`, behind which the block
 * before is full.
 */
export function addEvents(db: Db, project: ProjectSettings, random: Random, count: number): void {
  const events = Array.from({ length: count }, () => randomEvent(random));
  writeNow(db, () => {
    for (const event of events) {
      if (random.chance(0.02)) skipSeqs(db, random.integer(0, 30_000 - 1));
      insertEvent(db, project.id, event);
    }
  });
}

/** An event, as it goes into the log. */
export interface LogEvent {
  event: string;
  distinct_id: string;
  timestamp: string;
  properties: Record<string, unknown>;
  /** As the log stores them; null = none. */
  elements: string | null;
  /** Does the event make its distinct id personless, if the id is new? */
  personless: boolean;
}

/** A random event. */
export function randomEvent(random: Random): LogEvent {
  return {
    event: random.pick(NAMES),
    distinct_id: random.pick(IDS),
    timestamp: new Date(randomMs(random)).toISOString(),
    properties: {
      ...randomProperties(random, KEYS),
      ...(random.chance(0.4) && { $session_id: random.pick(SESSIONS) }),
      ...randomVisit(random),
    },
    elements: random.pick(ELEMENTS),
    personless: random.chance(0.3),
  };
}

/** Adds one event. */
export function addEvent(db: Db, project: ProjectSettings, event: LogEvent): void {
  writeNow(db, () => insertEvent(db, project.id, event));
}

/** Leaves a gap in `seq`, as events of other projects do. */
export function skip(db: Db, count: number): void {
  writeNow(db, () => skipSeqs(db, count));
}

/** Makes a random change to a project. */
export function disturb(db: Db, project: ProjectSettings, random: Random): string {
  const id = random.pick(IDS);
  const other = random.pick(IDS);
  const personOf = "SELECT person_id FROM distinct_ids WHERE project_id = ? AND distinct_id = ?";
  return writeNow(db, () => {
    switch (random.integer(0, 8 - 1)) {
      case 0: {
        const person = db.sql(personOf).pluck().get(project.id, id) ?? null;
        db.sql("UPDATE distinct_ids SET person_id = ? WHERE project_id = ? AND distinct_id = ?").run(
          person,
          project.id,
          other,
        );
        return `${other} belongs to whom ${id} belongs`;
      }
      case 1: {
        const person = db.sql("INSERT INTO persons (project_id, uuid, properties, created_at) VALUES (?, ?, ?, ?) RETURNING id").pluck()
          .get(project.id, `new${random.integer(0, 1e9 - 1)}`, JSON.stringify(randomProperties(random, ["plan"])), randomMs(random)); // prettier-ignore
        db.sql("UPDATE distinct_ids SET person_id = ? WHERE project_id = ? AND distinct_id = ?").run(
          person,
          project.id,
          id,
        );
        return `${id} is split off`;
      }
      case 2:
        db.sql(
          "UPDATE distinct_ids SET person_id = NULL, is_personless = 0 WHERE project_id = ? AND distinct_id = ?",
        ).run(project.id, id);
        return `${id} belongs to nobody`;
      case 3:
        db.sql(
          "UPDATE distinct_ids SET is_personless = 1 WHERE project_id = ? AND distinct_id = ? AND person_id IS NULL",
        ).run(project.id, id);
        return `${id} is personless`;
      case 4:
        db.sql("UPDATE persons SET created_at = ?, properties = ? WHERE id = (SELECT id FROM persons WHERE project_id = ? ORDER BY id LIMIT 1 OFFSET ?)")
          .run(randomMs(random), JSON.stringify(randomProperties(random, ["plan", "amount"])), project.id, random.integer(0, 6 - 1)); // prettier-ignore
        return "a person changes";
      case 5:
        db.sql("DELETE FROM events WHERE seq IN (SELECT seq FROM events WHERE project_id = ? AND distinct_id_id % 5 = ? LIMIT 4)")
          .run(project.id, random.integer(0, 5 - 1)); // prettier-ignore
        return "events are deleted";
      case 6:
        skipSeqs(db, 65_536);
        return "a block is full";
      default:
        return "nothing happens";
    }
  });
}

function insertEvent(db: Db, projectId: number, event: LogEvent): void {
  addNamedRow(db, projectId, {
    event: event.event,
    distinctId: event.distinct_id,
    isPersonless: event.personless,
    timestamp: Date.parse(event.timestamp),
    properties: JSON.stringify(event.properties),
    elements: event.elements,
  });
}

function skipSeqs(db: Db, count: number): void {
  db.sql("UPDATE sqlite_sequence SET seq = seq + ? WHERE name = 'events'").run(count);
}

/** A random time: mostly in the weeks around the change to summer time, sometimes years before or after. */
function randomMs(random: Random): number {
  const dayMs = 86_400_000;
  if (random.chance(0.03)) return Date.UTC(2015 + random.integer(0, 20 - 1), random.integer(0, 12 - 1), 1);
  const wholeMs = random.chance(0.2) ? 3_600_000 : 1;
  return Math.floor((Date.UTC(2024, 2, 1) + random.integer(0, 35 * dayMs - 1)) / wholeMs) * wholeMs;
}

function randomVisit(random: Random): Record<string, unknown> {
  const named = Object.entries(VISIT).filter(() => random.chance(0.3));
  return Object.fromEntries(named.map(([key, values]) => [key, random.pick(values)]));
}

function randomProperties(random: Random, keys: readonly string[]): Record<string, unknown> {
  // By entries: "__proto__" would be no property of a literal.
  return Object.fromEntries(keys.filter(() => random.chance(0.5)).map((key) => [key, random.pick(VALUES)]));
}
