import { suite } from "uvu";
import * as assert from "uvu/assert";
import { answer } from "../../adapters/clickhouse/answer.ts";
import { connect } from "../../adapters/clickhouse/connection.ts";
import type { Connection } from "../../adapters/clickhouse/connection.ts";
import { clickhouse } from "../../adapters/clickhouse/index.ts";
import { parseOptions } from "../../adapters/clickhouse/options.ts";
import type { AnyPlan, OpenEngine } from "../../lib/engine.ts";
import { createHoglet } from "../../lib/index.ts";
import type { Hoglet } from "../../lib/index.ts";
import { hasClickhouse, openDoor, skip } from "./clickhouse-door.ts";
import type { ClickhouseDoor } from "./clickhouse-door.ts";

// How each kind of question finds its events in ClickHouse: the keys of the primary index that narrow it, and the share of
// the table that it then reads. A change of tables or statements that loses an index is red here; timings would not tell.

const own = suite("the index use of questions in clickhouse");

/** Events of 100 days, 20 names in turn, in about a hundred granules: a day and a name are one of 2000 parts. */
const EVENTS = 800_000;
const DAYS = 100;
const NAMES = 20;
const NOW = "2024-04-10T12:00:00Z";
const WEEK = { date_from: "2024-03-31", date_to: "2024-04-06", refresh: true };

/** The primary key of events, as far as it narrows. */
const [PROJECT, DAY, NAME] = ["project_id", "intDiv(ms, 86400000)", "event"];

interface IndexUse {
  keys: string[];
  /** Granules that are read, in percent of the table, rounded up. */
  percent: number;
}

/** A question, and the least that the index has to do for each statement over events. */
interface Kind {
  name: string;
  ask(hoglet: Hoglet): Promise<unknown>;
  keys: string[];
  mostPercent: number;
}

/** A week is 7 of 100 days, and a period before it is looked at by some; granules hold a part of the days beside them. */
const [OF_A_WEEK, OF_ALL_TIME] = [15, 100];

const events = [{ id: "event 3" }];
const entity = { entity_id: "event 3", entity_type: "events" as const };
const steps = ["event 3", "event 4"].map((id, order) => ({ id, order }));
const returning = {
  period: "Day" as const,
  total_intervals: 7,
  date_to: WEEK.date_to,
  target_entity: { id: "event 3", type: "events" as const },
  returning_entity: { id: "event 4", type: "events" as const },
  refresh: true,
};
const ofNames = { keys: [PROJECT, DAY, NAME], mostPercent: OF_A_WEEK };
const ofAnyName = { keys: [PROJECT, DAY], mostPercent: OF_A_WEEK };

const KINDS: Kind[] = [
  { name: "trend", ask: ({ insights }) => insights.trend({ events, ...WEEK }), ...ofNames },
  {
    name: "trend of persons",
    ask: ({ insights }) => insights.trend({ events: [{ id: "event 3", math: "dau" }], ...WEEK }),
    ...ofNames,
  },
  {
    name: "trend by a property of persons",
    ask: ({ insights }) => insights.trend({ events, breakdown: "plan", breakdown_type: "person", ...WEEK }),
    ...ofNames,
  },
  { name: "lifecycle", ask: ({ insights }) => insights.lifecycle({ events, ...WEEK }), ...ofNames },
  { name: "stickiness", ask: ({ insights }) => insights.stickiness({ events, ...WEEK }), ...ofNames },
  {
    name: "retention",
    ask: ({ insights }) => insights.retention(returning),
    ...ofNames,
  },
  { name: "funnel", ask: ({ insights }) => insights.funnel({ events: steps, ...WEEK }), ...ofNames },
  {
    name: "unordered funnel",
    ask: ({ insights }) => insights.funnel({ events: steps, funnel_order_type: "unordered", ...WEEK }),
    ...ofNames,
  },
  // Any event may come between two steps.
  {
    name: "strict funnel",
    ask: ({ insights }) => insights.funnel({ events: steps, funnel_order_type: "strict", ...WEEK }),
    ...ofAnyName,
  },
  {
    name: "funnel with an exclusion, by a property",
    ask: ({ insights }) =>
      insights.funnel({
        events: steps,
        exclusions: [{ id: "event 5", funnel_from_step: 0, funnel_to_step: 1 }],
        breakdown: "plan",
        ...WEEK,
      }),
    ...ofNames,
  },
  {
    name: "funnel over time",
    ask: ({ insights }) => insights.funnel({ events: steps, funnel_viz_type: "trends", ...WEEK }),
    ...ofNames,
  },
  {
    name: "persons behind a funnel",
    ask: ({ persons }) => persons.funnel({ events: steps, funnel_step: 1, ...WEEK }),
    ...ofNames,
  },
  {
    name: "persons behind a trend by a property",
    ask: ({ persons }) =>
      persons.trends({ ...entity, breakdown: "plan", breakdown_type: "event", breakdown_value: "free", ...WEEK }),
    ...ofNames,
  },
  {
    name: "persons behind a lifecycle",
    ask: ({ persons }) =>
      persons.lifecycle({ events, lifecycle_type: "dormant", target_date: WEEK.date_to, refresh: true }),
    ...ofNames,
  },
  {
    name: "persons behind a stickiness",
    ask: ({ persons }) => persons.stickiness({ ...entity, stickiness_days: 2, ...WEEK }),
    ...ofNames,
  },
  {
    name: "persons behind a retention",
    ask: ({ persons }) => persons.retention({ ...returning, selected_interval: 1 }),
    ...ofNames,
  },
  {
    name: "persons of a retention with their periods",
    ask: ({ persons }) => persons.retention({ ...returning, display: "ActionsTable" }),
    ...ofNames,
  },
  {
    name: "persons behind paths",
    ask: ({ persons }) => persons.path({ path_start_key: "1_event 3", ...WEEK }),
    ...ofAnyName,
  },
  { name: "paths", ask: ({ insights }) => insights.paths({ ...WEEK }), ...ofAnyName },
  {
    name: "correlation",
    ask: ({ insights }) => insights.correlation({ events: steps, funnel_correlation_type: "events", ...WEEK }),
    ...ofAnyName,
  },
  {
    name: "correlation of persons' properties",
    ask: ({ insights }) =>
      insights.correlation({
        events: steps,
        funnel_correlation_type: "properties",
        funnel_correlation_names: ["$all"],
        ...WEEK,
      }),
    ...ofNames,
  },
  {
    name: "values of a property",
    ask: ({ definitions }) => definitions.values({ key: "plan", event_name: "event 3" }),
    keys: [PROJECT, NAME],
    mostPercent: OF_ALL_TIME,
  },
];

let door: ClickhouseDoor;
let hoglet: Hoglet;
let connection: Connection;
const plans: AnyPlan[] = [];

function define(name: string, run: () => Promise<void>): void {
  if (hasClickhouse) own(name, run);
  else skip(own, name);
}

if (hasClickhouse) {
  own.before(async () => {
    door = await openDoor();
    const options = { url: door.url, password: door.password, database: "indexes", followMs: 1_000_000 };
    connection = connect(parseOptions(options));
    const engine: OpenEngine = (source) => {
      const real = clickhouse(options)(source);
      return {
        ...real,
        ask(plan, asked) {
          plans.push(plan as unknown as AnyPlan);
          return real.ask(plan, asked);
        },
      };
    };
    hoglet = await createHoglet({ now: NOW, engine });
    // Makes the tables, and project 1 with its persons.
    await hoglet.capture({ event: "event 3", distinct_id: "ada", timestamp: NOW, properties: { plan: "pro" } });
    await hoglet.insights.trend({ events, refresh: true });
    const firstMs = Date.parse(NOW) - DAYS * 86_400_000;
    await connection.run(
      `INSERT INTO ${connection.table("events")} (project_id, seq, uuid, event, ord, ms, received, properties, text)
       SELECT 1, 1000 + number, generateUUIDv4(), concat('event ', toString(number % ${NAMES})), 1 + number % 1000,
         ${firstMs} + intDiv(number * ${DAYS * 86_400}, ${EVENTS}) * 1000, 0, '{}', map('plan', 'free') FROM numbers(${EVENTS})`,
    );
    await connection.run(`OPTIMIZE TABLE ${connection.table("events")} FINAL`);
  });
  own.after(async () => {
    await hoglet.close();
    await connection.close();
    await door.close();
  });
}

for (const { name, ask, keys, mostPercent } of KINDS) {
  define(`${name}: ${keys.join(", ")}`, async () => {
    plans.length = 0;
    await ask(hoglet);
    assert.ok(plans.length > 0, "no plan was asked");
    const uses: IndexUse[] = [];
    for (const plan of plans) for (const sql of await statementsOf(plan)) uses.push(...(await useOf(sql)));
    assert.ok(uses.length > 0, "no statement read events");
    for (const use of uses) {
      assert.equal(
        keys.filter((key) => !use.keys.includes(key)),
        [],
        `lost of ${JSON.stringify(use)}`,
      );
      assert.ok(use.percent <= mostPercent, `${use.percent} % are read, not ${mostPercent}`);
    }
  });
}

define("events that are deleted are found by their numbers: the skip index", async () => {
  const table = connection.table("events");
  const [use] = await useOf(`SELECT count() FROM ${table} WHERE project_id = 1 AND seq IN (5000, 5001)`);
  assert.ok(use?.keys.includes("seqs"), JSON.stringify(use));
  assert.ok((use?.percent ?? 100) <= 30, JSON.stringify(use));
});

/** The statements that answer a plan. */
async function statementsOf(plan: AnyPlan): Promise<string[]> {
  const statements: string[] = [];
  const recording: Connection = {
    ...connection,
    rows(sql, options) {
      statements.push(sql);
      return connection.rows(sql, options);
    },
    stream(sql, see, options) {
      statements.push(sql);
      return connection.stream(sql, see, options);
    },
    blocks(sql, columns, see, options) {
      statements.push(sql);
      return connection.blocks(sql, columns, see, options);
    },
  };
  const settings = parseOptions({ url: door.url, database: "indexes" });
  await answer(plan, { connection: recording, settings, newestSeq: 1_000_000 });
  return statements;
}

/** How the statement reads the table of events, each time that it does. */
async function useOf(sql: string): Promise<IndexUse[]> {
  const [row] = await connection.rows<[string]>(`SELECT * FROM (EXPLAIN json = 1, indexes = 1 ${sql})`);
  const found: IndexUse[] = [];
  const visit = (part: unknown) => {
    if (Array.isArray(part)) return part.forEach(visit);
    if (typeof part !== "object" || part === null) return;
    const fields = part as Record<string, unknown>;
    const indexes = fields["Indexes"] as Record<string, unknown>[] | undefined;
    const isEvents = JSON.stringify(fields["Description"] ?? fields["Table"] ?? "").includes("indexes.events");
    if (indexes !== undefined && isEvents) found.push(toUse(indexes));
    Object.values(fields).forEach(visit);
  };
  visit(JSON.parse(row?.[0] ?? "[]"));
  return found;
}

function toUse(indexes: Record<string, unknown>[]): IndexUse {
  const keys = indexes.flatMap(({ Keys, Name }) => [
    ...((Keys as string[] | undefined) ?? []),
    ...(Name ? [String(Name)] : []),
  ]);
  const total = Number(indexes[0]?.["Initial Granules"] ?? 1);
  const selected = Number(indexes.at(-1)?.["Selected Granules"] ?? total);
  return { keys, percent: Math.ceil((selected / total) * 100) };
}

own.run();
