import { suite } from "uvu";
import * as assert from "uvu/assert";
import { parseRelativeDate, withDates } from "../../../lib/events/filters/relative-date.ts";
import { openRest } from "../../http/ask.ts";

const NOW = Date.parse("2024-03-31T12:00:00Z");

const relative = suite("parseRelativeDate");

relative("goes back by the calendar, month by month, in all units and without the sign too", () => {
  const wanted: [string, string][] = [
    ["-5h", "2024-03-31T07:00:00.000Z"],
    ["7d", "2024-03-24T12:00:00.000Z"],
    ["-2w", "2024-03-17T12:00:00.000Z"],
    // February takes the 31st on the way.
    ["-2m", "2024-01-29T12:00:00.000Z"],
    ["-1y", "2023-03-29T12:00:00.000Z"],
  ];
  for (const [text, instant] of wanted) assert.is(parseRelativeDate(text)?.(NOW), Date.parse(instant), text);
  for (const text of ["", "7", "d", "--7d", "7s", "1.5d", "12345d", "2024-01-01"])
    assert.is(parseRelativeDate(text), null);
});

relative.run();

const dates = suite("withDates");

dates("puts instants into the date filters alone, and keeps all other parts", () => {
  const other = { key: "p", operator: "exact", value: "-7d" };
  const numbers = new Float64Array(2);
  const plan = { select: { values: [{ operator: "is_date_after", value: ["-7d", "2024-01-01"] }, other] }, numbers };
  const { select, numbers: kept } = withDates(plan, NOW);
  assert.equal(select.values[0], { operator: "is_date_after", value: ["2024-03-24T12:00:00Z", "2024-01-01"] });
  assert.is(select.values[1], other);
  assert.is(kept, numbers);
  assert.is(withDates(other, NOW), other);
});

dates.run();

const P = "/api/projects/1";
const SINCE = { key: "since", operator: "is_date_after", value: "-7d" };

const of = (type: string) => [{ ...SINCE, type }];
const names = (rows: unknown) => (rows as { distinct_ids: string[] }[]).flatMap((row) => row.distinct_ids);

const everywhere = suite("relative dates in filters");

// The world's clock is at 2024-06-10T12:00:00Z.
everywhere(
  "mean the same in questions of both dialects, behind a number, in tables, SQL, actions, persons, cohorts, and lists",
  async () => {
    const { ask, capture } = openRest();
    for (const [id, since] of [
      ["late", "2024-06-04"],
      ["early", "2024-06-03"],
      ["none", null],
    ] as const) {
      await capture({ event: "a", distinct_id: id, properties: { since, $set: { since, name: id } } });
    }
    const post = async (query: object) => (await ask("POST", `${P}/query/`, { body: { query } })).body;
    const series = [{ kind: "EventsNode", event: "a" }];
    for (const type of ["event", "person"]) {
      const properties = of(type);
      const trends = await post({ kind: "TrendsQuery", series, properties, dateRange: { date_from: "dStart" } });
      assert.equal(
        trends.results.map(({ count }) => count),
        [1],
        type,
      );
      const table = await post({ kind: "EventsQuery", select: ["distinct_id"], properties });
      assert.equal(table.results, [["late"]], type);
      const sql = "SELECT distinct_id FROM events WHERE {filters}";
      assert.equal((await post({ kind: "HogQLQuery", query: sql, filters: { properties } })).results, [["late"]], type);
      const given = `events=${encodeURIComponent('[{"id":"a"}]')}&properties=${encodeURIComponent(JSON.stringify(properties))}`;
      const older = (
        await ask<{ result: { count: number }[] }>("GET", `${P}/insights/trend/?${given}&date_from=dStart`)
      ).body;
      assert.equal(
        older.result.map(({ count }) => count),
        [1],
        type,
      );
      const behind = await ask(
        "GET",
        `${P}/persons/trends/?${given}&entity_id=a&entity_type=events&date_from=2024-06-10&date_to=2024-06-10`,
      );
      assert.equal(names(behind.body.results.flatMap(({ people }) => people)), ["late"], type);
    }
    const events = await ask("GET", `${P}/events/?properties=${encodeURIComponent(JSON.stringify(of("event")))}`);
    assert.equal(
      events.body.results.map((row) => row["distinct_id"]),
      ["late"],
    );
    const persons = await ask("GET", `${P}/persons/?properties=${encodeURIComponent(JSON.stringify(of("person")))}`);
    assert.equal(names(persons.body.results), ["late"]);
    const action = await ask("POST", `${P}/actions/`, {
      body: { name: "lately", steps: [{ event: "a", properties: of("event") }] },
    });
    const done = await post({
      kind: "TrendsQuery",
      series: [{ kind: "ActionsNode", id: action.body["id"] }],
      dateRange: { date_from: "dStart" },
    });
    assert.equal(
      done.results.map(({ count }) => count),
      [1],
    );
    const doneRows = await post({ kind: "EventsQuery", select: ["distinct_id"], actionId: action.body["id"] });
    assert.equal(doneRows.results, [["late"]]);
    const cohort = await ask("POST", `${P}/cohorts/`, {
      body: { name: "lately", groups: [{ properties: of("person") }] },
    });
    const members = await ask("GET", `${P}/cohorts/${String(cohort.body["id"])}/persons/`);
    assert.equal(names(members.body.results), ["late"]);
    const inCohort = [{ key: "id", type: "cohort", value: cohort.body["id"] }];
    const people = await post({
      kind: "TrendsQuery",
      series,
      properties: inCohort,
      dateRange: { date_from: "dStart" },
    });
    assert.equal(
      people.results.map(({ count }) => count),
      [1],
    );
  },
);

everywhere.run();
