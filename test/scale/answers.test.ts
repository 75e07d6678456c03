import { suite } from "uvu";
import * as assert from "uvu/assert";
import { answer } from "../../adapters/clickhouse/answer.ts";
import { connect } from "../../adapters/clickhouse/connection.ts";
import { clickhouse } from "../../adapters/clickhouse/index.ts";
import type { ClickhouseOptions } from "../../adapters/clickhouse/index.ts";
import { parseOptions } from "../../adapters/clickhouse/options.ts";
import { createRandom } from "../../fixtures/random.ts";
import { silentLogger } from "../../lib/base/log.ts";
import { createFeed } from "../../lib/engines/feed/index.ts";
import { createHoglet, HogletError } from "../../lib/index.ts";
import type { Hoglet } from "../../lib/index.ts";
import type { EventValuesPlan, PropertyKeysPlan } from "../../lib/engine.ts";
import { openLog } from "../engines/columns/random-log.ts";
import { openEmpty } from "../questions/load-case.ts";
import { rowsEngine } from "../reference/rows/index.ts";
import { hasClickhouse, openDoor, skip } from "./clickhouse-door.ts";
import type { ClickhouseDoor } from "./clickhouse-door.ts";

const answers = suite("answers of clickhouse");

let door: ClickhouseDoor;

function options(more: Partial<ClickhouseOptions>): ClickhouseOptions {
  return { url: door.url, password: door.password, followMs: 1_000_000, waitMs: 120_000, ...more };
}

function define(name: string, run: () => Promise<void>): void {
  if (hasClickhouse) answers(name, run);
  else skip(answers, name);
}

if (hasClickhouse) {
  answers.before(async () => {
    door = await openDoor();
  });
  answers.after(() => door.close());
}

define("names, keys and values are those of rows", async () => {
  const random = createRandom(4, 12);
  const db = openEmpty();
  const projects = openLog(db, random);
  const engine = clickhouse(options({ database: "catalogue" }))({ feed: createFeed(db), log: silentLogger });
  const rows = rowsEngine(db);
  let asked = 0;
  for (const { id: projectId } of projects) {
    for (const event of [null, "$pageview", "paid"]) {
      const keys: PropertyKeysPlan = { kind: "property-keys", projectId, event, valueLimit: 1000 };
      const wanted = await rows.ask(keys);
      const sorted = (list: typeof wanted) =>
        list
          .map(({ key, values }) => [key, values.map((value) => JSON.stringify(value)).toSorted()].join("\n"))
          .toSorted();
      assert.equal(sorted(await engine.ask(keys)), sorted(wanted), JSON.stringify(keys));
      for (const { key } of wanted) {
        for (const contains of ["", "a"]) {
          const plan: EventValuesPlan = {
            kind: "event-values",
            projectId,
            event,
            key,
            contains,
            limit: random.integer(1, 5),
          };
          assert.equal(await engine.ask(plan), await rows.ask(plan), JSON.stringify(plan));
          asked++;
        }
      }
    }
  }
  assert.ok(asked > 20, `${asked} questions`);
  await engine.close?.();
  db.close();
});

define("funnels and paths are answered without gathering an event", async () => {
  const now = "2024-03-10T12:00:00Z";
  const engine = clickhouse(options({ database: "nothing_gathered", gatherEvents: 0 }));
  await using hoglet = await createHoglet({ now, engine });
  await hoglet.capture([step("viewed", 1), step("bought", 2), step("viewed", 50)]);
  const events = ["viewed", "bought"].map((id, order) => ({ id, order }));
  const funnel = await hoglet.insights.funnel({ events, breakdown: "plan", refresh: true });
  assert.equal(
    (funnel.result as { count: number; average_conversion_time: number | null }[][]).map((steps) =>
      steps.map(({ count, average_conversion_time: seconds }) => [count, seconds]),
    ),
    [
      [
        [1, null],
        [1, 60],
      ],
    ],
  );
  for (const more of [
    { funnel_order_type: "strict" as const },
    { funnel_order_type: "unordered" as const },
    { exclusions: [{ id: "refunded", funnel_from_step: 0, funnel_to_step: 1 }] },
    { breakdown: "plan", breakdown_attribution_type: "all_events" as const },
    { funnel_window_interval: 1, funnel_window_interval_unit: "month" as const },
  ]) {
    const { result } = await hoglet.insights.funnel({ events, ...more, refresh: true });
    assert.equal(
      (result as { count: number }[]).flat().map(({ count }) => count),
      [1, 1],
      JSON.stringify(more),
    );
  }
  const trends = await hoglet.insights.funnel({ events, funnel_viz_type: "trends", refresh: true });
  assert.is(trends.result[0]?.data.at(-1), 100);
  const times = await hoglet.insights.funnel({ events, funnel_viz_type: "time_to_convert", refresh: true });
  assert.is("average_conversion_time" in times.result && times.result.average_conversion_time, 60);
  const behind = await hoglet.persons.funnel({ events, funnel_step: 2, refresh: true });
  assert.is(behind.results[0]?.count, 1);
  const paths = await hoglet.insights.paths({ include_event_types: ["custom_event"], refresh: true });
  assert.equal(
    (paths.result as { source: string; target: string; value: number }[]).map(({ source, target, value }) => [
      source,
      target,
      value,
    ]),
    [["1_viewed", "2_bought", 1]],
  );
});

define(
  "a question over gathered rows reads the events that it asks for alone, and no more than the limit",
  async () => {
    const now = "2024-03-10T12:00:00Z";
    await using hoglet = await createHoglet({
      now,
      engine: clickhouse(options({ database: "thin", gatherEvents: 4 })),
    });
    await hoglet.capture(
      Array.from({ length: 50 }, (_, minute) => ({
        event: "viewed",
        distinct_id: "a",
        timestamp: at(minute),
        properties: { plan: "free" },
      })),
    );
    await hoglet.capture([step("viewed", 1), step("bought", 2)]);
    // More steps than ClickHouse brings together by actor.
    const ask = (properties: { key: string; value: string }[]) =>
      hoglet.insights.funnel({
        events: [
          { id: "viewed", order: 0, properties },
          ...Array.from({ length: 33 }, (_, place) => ({
            id: "bought",
            order: 1 + place,
            properties: [{ key: "plan", value: place === 0 ? "pro" : `plan ${place}` }],
          })),
        ],
        funnel_order_type: "unordered",
        refresh: true,
      });
    const { result } = await ask([{ key: "plan", value: "pro" }]);
    assert.equal(
      (result as { count: number }[]).slice(0, 3).map(({ count }) => count),
      [1, 1, 0],
    );
    try {
      await ask([]);
      assert.unreachable();
    } catch (error) {
      assert.ok(error instanceof HogletError, String(error));
      assert.equal([error.status, error.code], [400, "too_many_events"]);
      assert.match(error.detail, /has to gather 52 events .* the limit is 4 .* a few have more than that/);
    }
  },
);

define("more events than the limit are gathered in slices of their actors", async () => {
  const now = "2024-03-10T12:00:00Z";
  const limits = { gatherEvents: 40, pushdown: false };
  await using columns = await createHoglet({ now });
  await using whole = await createHoglet({ now, engine: clickhouse(options({ database: "slices", ...limits })) });
  await using thin = await createHoglet({
    now,
    engine: clickhouse(options({ database: "thin_slices", gatherEvents: 40 })),
  });
  const events = Array.from({ length: 300 }, (_, place) => ({
    event: place % 7 === 3 ? "bought" : "viewed",
    distinct_id: `user ${place % 90}`,
    uuid: toUuid(place),
    timestamp: at(Math.floor(place / 6)),
    properties: {
      $groups: { organization: `organization ${place % 11}` },
      ...(place % 90 > 70 && { $process_person_profile: false }),
    },
  }));
  const steps = {
    events: [
      { id: "viewed", order: 0 },
      { id: "bought", order: 1 },
    ],
    refresh: true,
  };
  const ask = async (hoglet: Hoglet) => {
    await hoglet.capture(structuredClone(events));
    const funnel = await hoglet.insights.funnel({ ...steps, funnel_order_type: "unordered" });
    const groups = await hoglet.insights.funnel({
      ...steps,
      aggregation_group_type_index: 0,
      funnel_order_type: "strict",
    });
    const correlation = await hoglet.insights.correlation({ ...steps, funnel_correlation_type: "events" });
    const lifecycle = await hoglet.insights.lifecycle({ events: [{ id: "viewed" }], date_from: "-2d", refresh: true });
    const paths = await hoglet.insights.paths({
      include_event_types: ["custom_event"],
      path_groupings: ["view*"],
      date_from: "-2d",
      refresh: true,
    });
    assert.ok(paths.result.length > 0);
    const pages = [];
    for (let offset = 0; offset < 90; offset += 20) {
      const { results } = await hoglet.persons.funnel({ ...steps, funnel_step: 1, limit: 20, offset });
      const people = results.flatMap((part) => part.people);
      pages.push(people.flatMap((actor) => ("distinct_ids" in actor ? actor.distinct_ids : [])));
    }
    const counted = [lifecycle.result as { data: number[]; status: string }[]].flat();
    return {
      steps: [funnel, groups].map(({ result }) =>
        (
          result as { count: number; average_conversion_time: number | null; median_conversion_time: number | null }[]
        ).map(({ count, average_conversion_time: mean, median_conversion_time: median }) => [count, mean, median]),
      ),
      correlation: correlation.result,
      lifecycle: counted.map(({ data, status }) => ({ data, status })),
      paths: paths.result,
      pages,
    };
  };
  const wanted = await ask(columns);
  assert.is(wanted.pages.flat().length, 90);
  assert.equal(await ask(whole), wanted);
  assert.equal(await ask(thin), wanted);
});

define("a question without slices is refused beyond the limit", async () => {
  const now = "2024-03-10T12:00:00Z";
  const engine = clickhouse(options({ database: "no_slices", gatherEvents: 4, pushdown: false }));
  await using hoglet = await createHoglet({ now, engine });
  await hoglet.capture(Array.from({ length: 6 }, (_, minute) => step("viewed", minute)));
  try {
    await hoglet.insights.trend({ events: [{ id: "viewed" }], breakdown: "plan", refresh: true });
    assert.unreachable();
  } catch (error) {
    assert.ok(error instanceof HogletError, String(error));
    assert.equal([error.status, error.code], [400, "too_many_events"]);
    assert.match(error.detail, /has to gather 6 events .* the limit is 4 .* needs them all at once/);
  }
});

define("a question ends at its limit of time", async () => {
  const now = "2024-03-10T12:00:00Z";
  await using hoglet = await createHoglet({ now, engine: clickhouse(options({ database: "times", gatherEvents: 4 })) });
  await hoglet.capture(step("viewed", 1));
  await hoglet.insights.trend({ events: [{ id: "viewed" }], refresh: true });
  const settings = { ...parseOptions(options({ database: "times" })), timeoutMs: 1 };
  const connection = connect(parseOptions(options({ database: "times" })));
  const plan = { kind: "event-names" as const, projectId: 1 };
  const slow = {
    ...connection,
    rows: () => new Promise<never>((_, reject) => setImmediate(() => setTimeout(() => reject(new Error("late")), 20))),
  };
  try {
    await answer(plan, { connection: slow, settings, newestSeq: 1 });
    assert.unreachable();
  } catch (error) {
    assert.ok(error instanceof HogletError, String(error));
    assert.equal([error.status, error.code], [503, "engine_slow"]);
    assert.match(error.detail, /longer than 1 ms/);
  } finally {
    await connection.close();
  }
});

define("people behind a number are found among more persons than small numbers reach", async () => {
  const now = "2024-03-10T12:00:00Z";
  await using columns = await createHoglet({ now });
  await using own = await createHoglet({ now, engine: clickhouse(options({ database: "many" })) });
  const persons = Array.from({ length: 1500 }, (_, person) => person);
  // Persons whose numbers are beyond a thousand, and ids without any person.
  const events = persons.flatMap((person) =>
    ["viewed", ...(person % 3 === 0 ? ["bought"] : [])].map((event, place) => ({
      event,
      distinct_id: `user ${person}`,
      uuid: toUuid(person * 2 + place),
      timestamp: at(1 + place),
      properties: person % 10 === 1 ? { $process_person_profile: false } : {},
    })),
  );
  const query = {
    events: [
      { id: "viewed", order: 0 },
      { id: "bought", order: 1 },
    ],
    refresh: true,
  };
  const ask = async (hoglet: Hoglet) => {
    await hoglet.capture(events);
    const { result } = await hoglet.insights.funnel(query);
    const found: string[] = [];
    for (let offset = 0; ; offset += 100) {
      const page = await hoglet.persons.funnel({ ...query, funnel_step: 2, limit: 100, offset });
      const people = page.results.flatMap((part) => part.people);
      found.push(...people.flatMap((actor) => ("distinct_ids" in actor ? actor.distinct_ids : [])));
      if (people.length < 100) break;
    }
    return { counts: (result as { count: number }[]).map(({ count }) => count), found };
  };
  const { counts, found } = await ask(own);
  assert.equal(counts, [1500, 500]);
  assert.equal(
    found.toSorted(),
    persons
      .filter((person) => person % 3 === 0)
      .map((person) => `user ${person}`)
      .toSorted(),
  );
  assert.equal({ counts, found }, await ask(columns));
});

function toUuid(place: number): string {
  return `00000000-0000-4000-8000-${String(place).padStart(12, "0")}`;
}

/** A minute of the tests' hour, as text. */
function at(minute: number): string {
  return `2024-03-10T10:${String(minute).padStart(2, "0")}:00Z`;
}

function step(event: string, minute: number) {
  return { event, distinct_id: "b", timestamp: at(minute), properties: { plan: "pro" } };
}

answers.run();
