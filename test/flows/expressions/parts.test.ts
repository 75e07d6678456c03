import { suite } from "uvu";
import * as assert from "uvu/assert";
import { PICKS, expression, S, E, trend, filtered, math, funnel, retention, onDay, openStory } from "./story.ts";
import type { Answer, Pick } from "./story.ts";

// An expression reads more of an event than its properties: session, elements, uuid, arrival, cohorts of the person. The values are
// compared with those of SQL, too.

const UUID = "0197a000-0000-7000-8000-000000000001";
const CHAIN =
  'a.big:attr_id="go"href="/x"nth-child="1"nth-of-type="1"text="Buy";div:nth-child="2"nth-of-type="1"text="Buy"';
const at = (clock: string, date = 10) => `2025-06-${date}T${clock}:00Z`;
const inSession = (id: string, more: object = {}) => ({ $session_id: id, ...more });
const EVENTS = [
  {
    event: "s",
    distinct_id: "u1",
    timestamp: at("12:00"),
    uuid: UUID,
    properties: inSession("one", { $set: { age: 30 } }),
  },
  {
    event: "$pageview",
    distinct_id: "u1",
    timestamp: at("12:05"),
    properties: inSession("one", { $current_url: "https://x.io/a" }),
  },
  { event: "e", distinct_id: "u1", timestamp: at("12:10"), properties: inSession("one") },
  {
    event: "s",
    distinct_id: "u2",
    timestamp: at("13:00"),
    properties: inSession("two", { $elements_chain: CHAIN, $set: { age: 17 } }),
  },
  { event: "s", distinct_id: "u3", timestamp: at("12:00", 11), properties: { $set: { age: 40 } } },
  { event: "e", distinct_id: "u3", timestamp: at("13:00", 11), properties: {} },
];
const story = await openStory(EVENTS);
const { send } = story;
const cohort = await send("POST", "cohorts/", {
  name: "$ad'u\"lts",
  filters: { properties: { type: "AND", values: [{ type: "person", key: "age", operator: "gt", value: 18 }] } },
});
const adults = Number(cohort.answer["id"]);
const { answer: made } = await send("POST", "cohorts/", { name: "first", is_static: true });
const first = Number(made["id"]);
const { answer: persons } = await send("GET", "persons/?distinct_id=u1");
await send("PATCH", `cohorts/${first}/add_persons_to_static_cohort/`, {
  person_ids: (persons["results"] as { id: string }[]).map(({ id }) => id),
});

const by = (breakdown: string) => ({ breakdownFilter: { breakdown, breakdown_type: "hogql" } });

/** Conditions that hold for some events `s`: of u1 on 10 June, of u2 there, of u3 on 11 June. */
const CONDITIONS: [condition: string, of: ("u1" | "u2" | "u3")[]][] = [
  ["session.$session_duration > 300", ["u1"]],
  ["coalesce(session.$session_duration, -1) < 0", ["u3"]],
  ["session.duration = 0 AND true", ["u2"]],
  ["session.$start_timestamp = timestamp", ["u1", "u2"]],
  ["session.$end_timestamp > timestamp + INTERVAL 1 MINUTE", ["u1"]],
  ["session.$entry_pathname = '/a'", ["u1"]],
  ["session.$channel_type IS NOT NULL AND session.$pageview_count = 1", ["u1"]],
  ["has(session.$urls, 'https://x.io/a')", ["u1"]],
  ["session.$is_bounce", []],
  ["session.id = 'two' OR session.session_id = 'one'", ["u1", "u2"]],
  ["events.session.id IS NULL", ["u3"]],
  ["elements_chain =~ 'href=\"/x'", ["u2"]],
  ["elements_chain_href = '/x'", ["u2"]],
  ["has(elements_chain_texts, 'Buy') AND length(elements_chain_texts) = 1", ["u2"]],
  ["elements_chain_ids = ['go']", ["u2"]],
  ["has(elements_chain_elements, 'a')", ["u2"]],
  ["elements_chain = ''", ["u1", "u3"]],
  [`uuid = '${UUID}'`, ["u1"]],
  ["toString(uuid) LIKE '0197a000-%' AND 1", ["u1"]],
  ["created_at > timestamp + INTERVAL 4 DAY", ["u1", "u2"]],
  ["toDate(created_at) = toDate('2025-06-15')", ["u1", "u2", "u3"]],
  [`person_id IN COHORT ${adults}`, ["u1", "u3"]],
  [`person_id NOT IN COHORT ${adults}`, ["u2"]],
  [`person.id IN COHORT '$ad\\'u"lts' AND distinct_id != 'u3'`, ["u1"]],
  ["pdi.person_id NOT IN COHORT 'first' OR false", ["u2", "u3"]],
  [`(person_id IN COHORT ${first}) = (person_id IN COHORT ${adults})`, ["u1", "u2"]],
];

const parts = suite("an expression of HogQL reads of an event");

for (const [condition, of] of CONDITIONS) {
  const onEach = [of.filter((id) => id !== "u3").length, of.includes("u3") ? 1 : 0];
  parts(`in a filter: ${condition}`, async () => {
    const { status, answer } = await send("POST", "query/", { query: filtered(condition) });
    assert.is(status, 200, JSON.stringify(answer));
    assert.equal(PICKS.data(answer["results"] as never), [[0, ...onEach, 0]]);
  });

  parts(`in the math of a series: ${condition}`, async () => {
    const { status, answer } = await send("POST", "query/", { query: math(`countIf(${condition})`) });
    assert.is(status, 200, JSON.stringify(answer));
    assert.equal(PICKS.data(answer["results"] as never), [[0, ...onEach, 0]]);
  });

  parts(`in a breakdown: ${condition}`, async () => {
    const { status, answer } = await send("POST", "query/", { query: trend(S(), by(`if(${condition}, 'yes', 'no')`)) });
    assert.is(status, 200, JSON.stringify(answer));
    const { yes } = PICKS.byValue(answer["results"] as never) as { yes?: unknown };
    assert.equal(yes, of.length === 0 ? undefined : [0, ...onEach, 0]);
  });

  parts(`as SQL does: ${condition}`, async () => {
    const query = `SELECT distinct_id FROM events WHERE event = 's' AND (${condition}) ORDER BY distinct_id`;
    const { status, answer } = await send("POST", "query/", { query: { kind: "HogQLQuery", query } });
    assert.is(status, 200, JSON.stringify(answer));
    assert.equal(
      answer["results"],
      of.map((id) => [id]),
    );
  });
}

const NODES: [what: string, node: object, pick: Pick, wanted: unknown][] = [
  ["the mean length of sessions", math("avg(session.$session_duration)"), "data", [[0, 300, 0, 0]]],
  ["different uuids", math("uniq(uuid) + count(DISTINCT session.id)"), "data", [[0, 4, 1, 0]]],
  [
    "a total of each cohort",
    math("uniqIf(person_id, person_id IN COHORT 'first')", by("elements_chain_href")),
    "byValue",
    { "": [0, 1, 0, 0], "/x": [0, 0, 0, 0] },
  ],
  [
    "the step of a funnel",
    { ...funnel({}), series: [S({ properties: expression("session.$session_duration > 60") }), E] },
    "counts",
    [1, 1],
  ],
  [
    "a breakdown of a funnel",
    funnel({}, by("if(person_id IN COHORT 'first', 'one', 'more')")),
    "funnels",
    { more: [2, 1], one: [1, 1] },
  ],
  ["values that a funnel counts", funnel({ funnelAggregateByHogQL: "session.$session_duration" }), "counts", [2, 1]],
  [
    "retention",
    retention({ properties: expression(`person_id IN COHORT ${first} OR session.id = 'two'`) }),
    "cohorts",
    [[0], [2], [0], [0]],
  ],
  [
    "stickiness",
    { ...trend(S({ properties: expression("elements_chain_href != ''") })), kind: "StickinessQuery" },
    "data",
    [[1, 0, 0, 0]],
  ],
  [
    "the persons behind a number",
    {
      kind: "ActorsQuery",
      source: onDay({ properties: expression("person_id IN COHORT 'first'") }),
      select: ["properties.age"],
    },
    "rows",
    [[30]],
  ],
];

for (const [what, node, pick, wanted] of NODES) {
  parts(`for ${what}`, async () => {
    const { status, answer } = await send("POST", "query/", { query: node });
    assert.is(status, 200, JSON.stringify(answer));
    assert.equal(PICKS[pick](answer["results"] as never), wanted);
  });
}

const REFUSED: [expression: string, detail: RegExp][] = [
  ["session.distinct_id = 'u1'", /^Unable to resolve field: session\.distinct_id/],
  ["session.nothing = 1", /^Unable to resolve field: session\.nothing/],
  ["person_id IN COHORT 99", /^The project has no cohort 99 \(in: person_id IN COHORT 99\)/],
  ["person_id IN COHORT 'nobody'", /^The project has no cohort "nobody"/],
  ["distinct_id IN COHORT 1", /^IN COHORT at character 1 tests persons: write person_id before it\./],
  ["true AND person_id IN COHORT event", /^IN COHORT at character 10 needs the id or the name of a cohort/],
];

for (const [condition, detail] of REFUSED) {
  parts(`no more: ${condition}`, async () => {
    const { status, answer } = await send("POST", "query/", { query: filtered(condition) });
    assert.is(status, 400, JSON.stringify(answer));
    assert.match(String(answer["detail"]), detail);
  });
}

const list = (path: string, filters: object) =>
  send("GET", `${path}/?properties=${encodeURIComponent(JSON.stringify(filters))}`);

parts("in lists of events, but for sessions and cohorts, which are refused by their names", async () => {
  for (const condition of ["elements_chain_href = '/x' OR false", `uuid = '${UUID}' OR elements_chain_ids = ['go']`]) {
    const { answer } = await list("events", expression(condition));
    assert.is((answer["results"] as Answer[]).length, condition.startsWith("uuid") ? 2 : 1, JSON.stringify(answer));
  }
  for (const condition of ["session.$session_duration > 1", "person_id IN COHORT 'first'"]) {
    const { status, answer } = await list("events", expression(condition));
    assert.equal([status, answer["attr"]], [400, "properties"]);
    assert.match(String(answer["detail"]), /can stand in expressions of insights, and not here/);
  }
});

parts.after(() => story.close());
parts.run();
