import { suite } from "uvu";
import * as assert from "uvu/assert";
import { openPeople } from "../../people/persons/people.ts";
import type { People } from "../../people/persons/people.ts";

const timeline = suite("propertiesTimeline");

const PATH = "/api/projects/1/persons/1/properties_timeline";

/** Events of one person: time, name, and the properties that they set. */
async function open(tape: [timestamp: string, event: string, set?: Record<string, unknown>][]): Promise<People> {
  const people = openPeople();
  for (const [timestamp, event, set] of tape) {
    await people.capture({ event, distinct_id: "a", timestamp, properties: set === undefined ? {} : { $set: set } });
  }
  return people;
}

const following = (...keys: string[]) => ({
  events: [{ id: "x" }],
  properties: keys.map((key) => ({ key, value: "any", type: "person" as const })),
});

const RANGE = { date_from: "2020-01-01", date_to: "2020-01-05" };

timeline("148 one event in the range is one point; the dates have offsets and six digits", async () => {
  const { persons } = await open([["2020-01-02T00:00:00Z", "x", { foo: "abc" }]]);
  assert.equal(await persons.propertiesTimeline(1, { ...following("foo", "bar"), ...RANGE }), {
    points: [{ timestamp: "2020-01-02T00:00:00Z", properties: { bar: null, foo: "abc" }, relevant_event_count: 1 }],
    crucial_property_keys: ["bar", "foo"],
    effective_date_from: "2020-01-01T00:00:00+00:00",
    effective_date_to: "2020-01-05T23:59:59.999999+00:00",
  });
});

timeline("149 events before the range or of another name make no points", async () => {
  const { persons } = await open([
    ["2019-12-27T00:00:00Z", "x", { foo: 1 }],
    ["2020-01-02T00:00:00Z", "y", { foo: 2 }],
  ]);
  assert.equal((await persons.propertiesTimeline(1, { ...following("foo"), ...RANGE })).points, []);
});

timeline("151 a value that comes back makes a point of its own; events between points are counted", async () => {
  const { persons, capture } = await open([
    ["2020-01-01T10:00:00Z", "x", { foo: 456 }],
    ["2020-01-01T11:00:00Z", "x"],
    ["2020-01-02T00:00:00Z", "y", { foo: 123 }],
    ["2020-01-02T10:00:00Z", "x", { other: 1 }],
    ["2020-01-03T00:00:00Z", "x", { foo: 456 }],
  ]);
  await capture({ event: "x", distinct_id: "somebody else", timestamp: "2020-01-02T12:00:00Z" });
  const { points } = await persons.propertiesTimeline(1, { ...following("foo"), ...RANGE });
  assert.equal(
    points.map((point) => [point.timestamp, point.properties["foo"], point.relevant_event_count]),
    [
      ["2020-01-01T10:00:00Z", 456, 2],
      ["2020-01-02T10:00:00Z", 123, 1],
      ["2020-01-03T00:00:00Z", 456, 1],
    ],
  );
});

const DAYS: [interval: "hour" | "day" | "week" | "month", from: string, to: string][] = [
  ["day", "2020-01-02T00:00:00+00:00", "2020-01-02T23:59:59.999999+00:00"],
  ["hour", "2020-01-02T00:00:00+00:00", "2020-01-02T01:00:00+00:00"],
  ["week", "2019-12-29T00:00:00+00:00", "2020-01-04T23:59:59.999999+00:00"],
  ["month", "2020-01-01T00:00:00+00:00", "2020-01-31T23:59:59.999999+00:00"],
];
for (const [interval, from, to] of DAYS) {
  timeline(`152 equal dates mean the whole ${interval}`, async () => {
    const { persons } = await open([["2020-01-02T00:30:00Z", "x", { foo: 1 }]]);
    const query = { ...following("foo"), date_from: "2020-01-02", date_to: "2020-01-02", interval };
    const answer = await persons.propertiesTimeline(1, query);
    assert.equal([answer.effective_date_from, answer.effective_date_to], [from, to]);
    assert.is(answer.points.length, 1);
  });
}

timeline("equal dates are a day for displays without time", async () => {
  const { persons } = await open([["2020-01-02T00:30:00Z", "x"]]);
  const query = { date_from: "2020-01-02", date_to: "2020-01-02", interval: "month", display: "ActionsTable" } as const;
  const answer = await persons.propertiesTimeline(1, query);
  assert.equal(
    [answer.effective_date_from, answer.effective_date_to],
    ["2020-01-02T00:00:00+00:00", "2020-01-02T23:59:59.999999+00:00"],
  );
});

timeline("counts relative dates on the project's clock", async () => {
  const { persons, ask } = await open([["2020-01-02T00:30:00Z", "x"]]);
  await ask("PATCH", "/api/projects/1/", { body: { timezone: "US/Pacific" } });
  const { effective_date_from: from } = await persons.propertiesTimeline(1, { date_from: "dStart" });
  assert.match(from, /T0[78]:00:00\+00:00$/);
});

timeline("follows keys of the series and of a person breakdown, not those of event filters", async () => {
  const { persons } = await open([["2020-01-02T00:00:00Z", "x", { a: 1, b: 2 }]]);
  const query = {
    events: [{ id: "x", properties: [{ key: "b", operator: "is_set", type: "person" }] }],
    properties: [{ key: "ignored", value: 1, type: "event" }],
    breakdown: "a",
    breakdown_type: "person",
    ...RANGE,
  } as const;
  const answer = await persons.propertiesTimeline(1, query);
  assert.equal([answer.crucial_property_keys, answer.points[0]?.properties], [["a", "b"], { a: 1, b: 2 }]);
});

timeline("orders points by time, with the properties that the arrival order gave", async () => {
  const { persons } = await open([
    ["2020-01-03T00:00:00Z", "x", { foo: "later" }],
    ["2020-01-02T00:00:00Z", "x", { foo: "earlier, but arrived last" }],
  ]);
  const { points } = await persons.propertiesTimeline(1, { ...following("foo"), ...RANGE });
  assert.equal(
    points.map((point) => point.properties["foo"]),
    ["earlier, but arrived last", "later"],
  );
});

timeline("an action of the series counts what passes its steps, beside the events", async () => {
  const { persons, capture, ask, ctx } = await open([
    ["2020-01-01T10:00:00Z", "x", { foo: 1 }],
    ["2020-01-02T10:00:00Z", "other", { foo: 2 }],
  ]);
  const bought = (plan: string, timestamp: string, foo: number) =>
    capture({ event: "paid", distinct_id: "a", timestamp, properties: { plan, $set: { foo } } });
  await bought("pro", "2020-01-03T10:00:00Z", 3);
  await bought("free", "2020-01-04T10:00:00Z", 4);
  const steps = [{ event: "paid", properties: [{ key: "plan", value: "pro" }] }, { event: "never" }];
  const { body: action } = await ask("POST", "/api/projects/1/actions/", { body: { name: "buys", steps } });
  const actions = [{ id: String(action["id"]) }];
  const valuesOf = async (query: Record<string, unknown>) =>
    (await persons.propertiesTimeline(1, { ...following("foo"), ...RANGE, ...query })).points.map((point) => [
      point.properties["foo"],
      point.relevant_event_count,
    ]);
  assert.equal(await valuesOf({ events: [], actions }), [[3, 1]]);
  assert.equal(await valuesOf({ actions }), [
    [1, 1],
    [3, 1],
  ]);
  const { body: noSteps } = await ask("POST", "/api/projects/1/actions/", { body: { name: "nothing", steps: [] } });
  assert.equal(await valuesOf({ events: [], actions: [{ id: noSteps["id"] }] }), []);
  const wrong = await ask("GET", `${PATH}?actions=${encodeURIComponent('[{"id":99}]')}`);
  assert.equal([wrong.status, wrong.body["attr"]], [400, "actions"]);
  ctx.db.sql("UPDATE actions SET project_id = 2").run();
  assert.is((await ask("GET", `${PATH}?actions=${encodeURIComponent(JSON.stringify(actions))}`)).status, 400);
});

timeline("a property that no event wrote counts as having always been there", async () => {
  const { persons, ctx } = await open([["2020-01-02T00:00:00Z", "x"]]);
  ctx.db.sql(`UPDATE persons SET properties = '{"imported":"yes"}'`).run();
  ctx.db.invalidate();
  const { points } = await persons.propertiesTimeline(1, { ...following("imported"), ...RANGE });
  assert.equal(points[0]?.properties, { imported: "yes" });
});

timeline(
  "answers over HTTP, with lists as JSON text; refuses what it cannot read and persons it does not have",
  async () => {
    const { ask } = await open([["2020-01-02T00:00:00Z", "x", { foo: 1 }]]);
    const { properties, events } = following("foo");
    const query = new URLSearchParams({
      ...RANGE,
      properties: JSON.stringify(properties),
      events: JSON.stringify(events),
    });
    const reply = await ask("GET", `${PATH}?${query}`);
    assert.equal([reply.status, (reply.body["points"] as unknown[]).length], [200, 1]);
    const refused = async (path: string) => {
      const { status, body } = await ask("GET", path);
      return [status, body["attr"]];
    };
    assert.equal(await refused(`${PATH}?interval=year`), [400, "interval"]);
    assert.equal(await refused(`${PATH}?events=x`), [400, "events"]);
    assert.equal(await refused(`${PATH}?date_from=2020-01-05&date_to=2020-01-01`), [400, "date_from"]);
    assert.equal(await refused(PATH.replace("/1/prop", "/9/prop")), [404, null]);
    assert.equal(await refused(PATH.replace("projects/1", "projects/2")), [404, null]);
  },
);

timeline.run();
