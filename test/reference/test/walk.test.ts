import { suite } from "uvu";
import * as assert from "uvu/assert";
import { groupKeyOf, walkEvents } from "../../../lib/engines/rows/walk-events.ts";
import { loadCase, openEmpty } from "../../questions/load-case.ts";

const at = (distinct_id: string, second: number, personless = false) => ({
  event: "e",
  distinct_id,
  timestamp: `2020-01-01T00:00:0${second}Z`,
  personless,
});

const walk = suite("walkEvents");

walk("goes by time, then by arrival, and says who did it", () => {
  const db = openEmpty();
  const { id: projectId } = loadCase(db, {
    now: "2020-01-02T00:00:00Z",
    persons: [{ distinct_ids: ["a"], properties: { plan: "pro" } }],
    events: [at("a", 2), at("anon", 1, true), at("nobody", 2), at("a", 1), at("a", 0), at("a", 3)],
  });
  const day = Date.parse("2020-01-01T00:00:00Z");
  const rows = [...walkEvents(db, { projectId, fromMs: day + 1000, untilMs: day + 3000 })];
  assert.equal(
    rows.map(({ seq }) => seq),
    [2, 4, 1, 3],
  );
  const anonymous = db.sql("SELECT id FROM distinct_ids WHERE distinct_id = 'anon'").pluck().get();
  assert.equal(
    rows.map(({ actor }) => actor),
    [-Number(anonymous), 1, 1, null],
  );
  assert.equal(
    rows.map(({ personProperties }) => personProperties),
    [{}, { plan: "pro" }, { plan: "pro" }, {}],
  );
});

walk("gives one actor's events, whoever that is", () => {
  const db = openEmpty();
  const persons = [{ distinct_ids: ["a", "a2"] }, { distinct_ids: ["b"] }];
  const events = [at("a", 1), at("b", 2), at("a2", 3), at("anonymous", 4, true), at("nobody", 5)];
  const { id: projectId } = loadCase(db, { now: "2020-01-03T00:00:00Z", persons, events });
  const stretch = { projectId, fromMs: 0, untilMs: Date.UTC(2021, 0, 1) };
  const anonymous = db.sql("SELECT id FROM distinct_ids WHERE distinct_id = 'anonymous'").pluck().get();
  const actors = [1, 2, -Number(anonymous)];
  assert.equal(
    actors.map((actor) => [...walkEvents(db, { ...stretch, actor })].map((row) => row.actor)),
    [[1, 1], [2], [-Number(anonymous)]],
  );
  const nobody = db.sql("SELECT id FROM distinct_ids WHERE distinct_id = 'nobody'").pluck().get();
  assert.equal([...walkEvents(db, { ...stretch, actor: -Number(nobody) })], []);
});

walk("finds the first hour by indexes", () => {
  const db = openEmpty();
  const texts: string[] = [];
  const watched = { ...db, sql: <Row>(text: string) => (texts.push(text), db.sql<Row>(text)) };
  assert.equal([...walkEvents(watched, { projectId: 1, fromMs: 0, untilMs: 1 })], []);
  const bound = { projectId: 1, edgeMs: 0, hour: 0 };
  const plan = db.sqlite.prepare(`EXPLAIN QUERY PLAN ${texts.at(-1)}`).all(bound) as { detail: string }[];
  const lines = plan.map(({ detail }) => detail).join();
  assert.match(lines, /events_by_timestamp/);
  assert.match(lines, /event_hours USING PRIMARY KEY/);
  assert.not.match(lines, /SCAN (?:events|event_hours)|TEMP B-TREE/);
});

walk.run();

const key = suite("groupKeyOf");

key("is the text of $group_N, empty when there is none", () => {
  assert.is(groupKeyOf({ $group_1: "org:5" }, 1), "org:5");
  assert.is(groupKeyOf({ $group_1: 7 }, 1), "7");
  assert.is(groupKeyOf({ $group_1: "org:5" }, 0), "");
});

key.run();
