import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createRandom } from "../../../fixtures/random.ts";
import { createHoglet } from "../../../lib/index.ts";
import type { Hoglet } from "../../../lib/index.ts";
import { rounds, whenAll } from "../../support/rounds.ts";

type Query = NonNullable<Parameters<Hoglet["events"]["list"]>[0]>;
type Sent = { event: string; distinct_id: string; timestamp: string; properties: Record<string, unknown> };

const START_MS = Date.UTC(2024, 0, 1);
const at = (second: number) => new Date(START_MS + second * 1000).toISOString();
const EVENTS = 700;

/** Events of few times, so that many are at the same one. */
function manyEvents(seed: number): Sent[] {
  const random = createRandom(seed);
  return Array.from({ length: EVENTS }, (_, place) => ({
    event: random.pick(["seen", "paid", "left"]),
    distinct_id: `u${random.integer(0, 9)}`,
    timestamp: new Date(START_MS + random.integer(0, 60) * 60_000).toISOString(),
    properties: { place, plan: random.pick(["free", "pro"]), $session_id: `s${random.integer(0, 20)}` },
  }));
}

/** Conditions on events, each as a query and as a test that is written here. */
const CONDITIONS: { query: Query; test(event: Sent, place: number): boolean }[] = [
  { query: { event: "paid" }, test: ({ event }) => event === "paid" },
  { query: { distinct_id: "u3" }, test: (sent) => sent.distinct_id === "u3" },
  {
    query: { after: new Date(START_MS + 20 * 60_000).toISOString() },
    test: ({ timestamp }) => Date.parse(timestamp) > START_MS + 20 * 60_000,
  },
  {
    query: { before: new Date(START_MS + 40 * 60_000).toISOString() },
    test: ({ timestamp }) => Date.parse(timestamp) < START_MS + 40 * 60_000,
  },
];
const FILTERS: { filter: object; test(event: Sent, place: number): boolean }[] = [
  { filter: { key: "plan", value: "pro" }, test: ({ properties }) => properties["plan"] === "pro" },
  { filter: { key: "place", operator: "gt", value: 300 }, test: (_, place) => place > 300 },
  { filter: { key: "name", value: "u4", type: "person" }, test: (sent) => sent.distinct_id === "u4" },
  { filter: { key: "properties.place % 2 = 0", type: "hogql" }, test: (_, place) => place % 2 === 0 },
];

const filtered = suite("lists of events with filters on properties");

filtered("have the events that pass all filters, newest first, page by page, as those of a CSV", async () => {
  const seed = 46;
  const random = createRandom(seed);
  const events = manyEvents(seed);
  await using hoglet = await createHoglet({ personalApiKey: "phx_test_key", now: "2024-02-01T00:00:00Z" });
  await hoglet.capture(
    Array.from({ length: 10 }, (_, number) => ({
      event: "$set",
      distinct_id: `u${number}`,
      $set: { name: `u${number}` },
    })),
  );
  await hoglet.capture(events);
  for (let round = 0; round < rounds(8, 100); round++) {
    const conditions = CONDITIONS.filter(() => random.integer(0, 2) === 0);
    const filters = FILTERS.filter((_, index) => index === round % FILTERS.length || random.integer(0, 3) === 0);
    const tests = [...conditions, ...filters];
    const expected = [...events.keys()]
      .filter((place) => tests.every(({ test }) => test(events[place] as Sent, place)))
      .toSorted((a, b) => Date.parse(events[b]?.timestamp ?? "") - Date.parse(events[a]?.timestamp ?? "") || b - a);
    const [limit, offset] = [random.integer(1, 50), random.integer(0, 60)];
    // The events that made the persons come later.
    const query: Query = Object.assign({ before: "2024-01-20" }, ...conditions.map((each) => each.query));
    const properties = filters.map(({ filter }) => filter) as Query["properties"] & object;
    const wanted = { event: query.event ?? "", ...query, properties, limit, offset };
    const { count, results } = await hoglet.events.list(wanted);
    const message = `seed ${seed}, round ${round}: ${JSON.stringify(wanted)}`;
    assert.is(count, expected.length, message);
    assert.equal(
      results.map((event) => event.properties["place"]),
      expected.slice(offset, offset + limit),
      message,
    );
    const text = new URLSearchParams({ ...(query as Record<string, string>), properties: JSON.stringify(properties) });
    const csv = await hoglet.fetch(`/api/projects/1/events.csv?${text}`, {
      headers: { authorization: "Bearer phx_test_key" },
    });
    assert.is((await csv.text()).trim().split("\n").length - 1, expected.length, message);
  }
});

whenAll(filtered)("reach a page that is far back, and none behind the last", async () => {
  await using hoglet = await createHoglet();
  const many = 120_000;
  for (let start = 0; start < many; start += 10_000)
    await hoglet.capture(
      Array.from({ length: 10_000 }, (_, place) => ({
        event: "seen",
        distinct_id: "u",
        timestamp: at(Math.floor((start + place) / 7)),
        properties: { place: start + place },
      })),
    );
  const properties = [{ key: "place", operator: "gte", value: 0 }] as const;
  for (const offset of [49_999, 50_000, 50_001, 100_001, many - 2, many, Number.MAX_SAFE_INTEGER]) {
    const { count, results } = await hoglet.events.list({ properties: [...properties], limit: 3, offset });
    const expected = [offset, offset + 1, offset + 2].filter((back) => back < many).map((back) => many - 1 - back);
    assert.equal([count, results.map((event) => event.properties["place"])], [many, expected], String(offset));
  }
});

filtered("ask about sessions too: about all events of a session in the list's time", async () => {
  await using hoglet = await createHoglet();
  await hoglet.capture(
    [
      { session: "short", seconds: [0, 1] },
      { session: "long", seconds: [0, 90] },
    ].flatMap(({ session, seconds }) =>
      seconds.map((second) => ({
        event: "seen",
        distinct_id: "u",
        timestamp: at(second),
        properties: { $session_id: session },
      })),
    ),
  );
  const long = [{ type: "session", key: "$session_duration", operator: "gt", value: 30 }] as const;
  const { results } = await hoglet.events.list({ properties: [...long] });
  assert.equal(
    results.map(({ properties }) => properties["$session_id"]),
    ["long", "long"],
  );
});

filtered.run();
