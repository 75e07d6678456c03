import { suite } from "uvu";
import * as assert from "uvu/assert";
import { answer } from "../../adapters/clickhouse/answer.ts";
import { connect } from "../../adapters/clickhouse/connection.ts";
import type { ClickhouseOptions } from "../../adapters/clickhouse/index.ts";
import { clickhouse } from "../../adapters/clickhouse/index.ts";
import { columnName, USES } from "../../adapters/clickhouse/key-columns.ts";
import { parseOptions } from "../../adapters/clickhouse/options.ts";
import type { AnyPlan, OpenEngine } from "../../lib/engine.ts";
import { createHoglet } from "../../lib/index.ts";
import type { Hoglet } from "../../lib/index.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { hasClickhouse, openDoor, skip } from "./clickhouse-door.ts";
import type { ClickhouseDoor } from "./clickhouse-door.ts";

const columns = suite("columns of frequent properties in clickhouse");

const NOW = "2024-03-10T12:00:00Z";

let door: ClickhouseDoor;

function define(name: string, run: () => Promise<void>): void {
  if (hasClickhouse) columns(name, run);
  else skip(columns, name);
}

if (hasClickhouse) {
  columns.before(async () => {
    door = await openDoor();
  });
  columns.after(() => door.close());
}

function options(database: string): ClickhouseOptions {
  return { url: door.url, password: door.password, database, followMs: 1_000_000, waitMs: 120_000 };
}

/** Values that texts, JSON and missing keys are told apart by, and a group. */
const PLANS = ["pro", "Pro", "free", "", "null", 7, 7.5, null, true, { a: 1 }, ["pro"], undefined, "it's"];

function events(from: number, count: number) {
  return Array.from({ length: count }, (_, place) => {
    const number = from + place;
    return {
      event: number % 3 === 0 ? "bought" : "viewed",
      distinct_id: `user ${number % 17}`,
      uuid: `00000000-0000-4000-8000-${number.toString(16).padStart(12, "0")}`,
      timestamp: new Date(Date.parse(NOW) - number * 600_000).toISOString(),
      properties: {
        amount: number % 11,
        plan: PLANS[number % PLANS.length],
        $groups: { company: `company ${number % 5}` },
      },
    };
  });
}

function capture(hoglet: Hoglet, from: number) {
  return hoglet.capture(events(from, 200));
}

/** Questions that use the text of `plan` in every place: filters, lines, sums, values of actors, and beside its other forms. */
async function askAll({ insights, definitions }: Hoglet): Promise<unknown> {
  const week = { date_from: "-7d", refresh: true };
  const viewed = (own: object = {}) => insights.trend({ events: [{ id: "viewed", ...own }], ...week });
  const filtered = (operator: string, value: unknown) =>
    viewed({ properties: [{ key: "plan", type: "event", operator, value }] });
  const steps = ["viewed", "bought"].map((id, order) => ({ id, order }));
  const answers = [
    await insights.trend({ events: [{ id: "viewed" }], breakdown: "plan", ...week }),
    await filtered("exact", ["pro", "7"]),
    await filtered("exact", "null"),
    await filtered("icontains", "PRO"),
    await filtered("is_set", null),
    await filtered("is_not", "pro"),
    await filtered("gt", 7),
    await viewed({ math: "sum", math_property: "amount" }),
    await insights.trend({
      events: [{ id: "viewed", math: "unique_group", math_group_type_index: 0 }],
      breakdown: "plan",
      ...week,
    }),
    await insights.funnel({ events: steps, breakdown: "plan", ...week }),
    await insights.funnel({ events: steps, aggregation_group_type_index: 0, ...week }),
    await insights.retention({ target_entity: { id: "viewed" }, returning_entity: { id: "bought" }, ...week }),
  ].map(({ result }) => result);
  return [...answers, await definitions.values({ key: "plan" })];
}

define(
  "a property gets a column after some questions, and answers are the same before, meanwhile and later",
  async () => {
    const folder = tempFolder();
    const file = folder.file("keys.db");
    const open = () => createHoglet({ file, now: NOW, engine: clickhouse(options("keys")) });
    await using reference = await createHoglet({ now: NOW });
    await capture(reference, 0);
    const wanted = await askAll(reference);

    // One question less than a column needs.
    const first = await open();
    await capture(first, 0);
    for (let use = 1; use < USES; use++)
      await first.insights.trend({ events: [{ id: "viewed" }], breakdown: "plan", date_from: "-7d", refresh: true });
    await first.close();

    // The counts are those of all processes before. Nothing is written again now.
    const second = await open();
    assert.equal(await askAll(second), wanted);
    assert.equal((await second.engine.status()).propertyColumns, []);
    await second.close();
    await door.run("SYSTEM STOP MERGES keys.events");

    const third = await open();
    assert.equal(await askAll(third), wanted);
    assert.equal((await third.engine.status()).propertyColumns, []);
    await third.close();
    await door.run("SYSTEM START MERGES keys.events");
    const plan = columnName("plan");
    await door.run(`ALTER TABLE keys.events MATERIALIZE COLUMN ${plan} SETTINGS mutations_sync = 2`);

    const fourth = await open();
    assert.equal(await askAll(fourth), wanted);
    const { propertyColumns } = await fourth.engine.status();
    assert.ok(propertyColumns?.includes("plan"), JSON.stringify(propertyColumns));
    await capture(fourth, 200);
    await capture(reference, 200);
    assert.equal(await askAll(fourth), await askAll(reference));
    await fourth.rebuild();
    assert.equal(await askAll(fourth), await askAll(reference));
    assert.ok((await fourth.engine.status()).propertyColumns?.includes("plan"));
    await fourth.close();

    await using none = await createHoglet({
      file,
      now: NOW,
      engine: clickhouse({ ...options("keys"), keyColumns: 0 }),
    });
    assert.equal(await askAll(none), await askAll(reference));
    assert.equal((await none.engine.status()).propertyColumns, []);
    await door.run(`ALTER TABLE keys.events ADD COLUMN ${plan} String`);
    folder.remove();
  },
);

define("a question by a property reads its column, and not the map of all", async () => {
  const plans: AnyPlan[] = [];
  const engine: OpenEngine = (source) => {
    const real = clickhouse(options("read"))(source);
    return {
      ...real,
      ask(plan, asked) {
        plans.push(plan as unknown as AnyPlan);
        return real.ask(plan, asked);
      },
    };
  };
  await using hoglet = await createHoglet({ now: NOW, engine });
  await hoglet.capture(events(0, 50));
  const question = { breakdown: "plan", date_from: "-7d", refresh: true };
  await hoglet.insights.trend({ events: [{ id: "viewed", math: "sum", math_property: "amount" }], ...question });
  await hoglet.insights.funnel({ events: [{ id: "viewed" }, { id: "bought", order: 1 }], ...question });
  const settings = parseOptions(options("read"));
  const connection = connect(settings);
  const names = ["plan", "amount"].map(columnName);
  for (const [place, key] of ["plan", "amount"].entries())
    await door.run(`ALTER TABLE read.events ADD COLUMN ${names[place]} String MATERIALIZED text['${key}']`);
  const statements: string[] = [];
  for (const plan of plans) {
    await answer(plan, {
      settings,
      newestSeq: 1000,
      connection: {
        ...connection,
        propertyColumn: columnName,
        rows(sql, asked) {
          statements.push(sql);
          return connection.rows(sql, asked);
        },
        blocks(sql, forms, see, asked) {
          statements.push(sql);
          return connection.blocks(sql, forms, see, asked);
        },
      },
    });
  }
  const ofProperties = statements.filter((sql) => names.some((name) => sql.includes(`${name} `)));
  // One of the trend, and two of the funnel: which values, then the rows of actors.
  assert.ok(ofProperties.length >= 3, `${ofProperties.length} of ${statements.length} statements`);
  for (const sql of ofProperties) {
    const rows = await connection.rows<[string]>(`SELECT * FROM (EXPLAIN header = 1 ${sql})`);
    const read = rows.map(([line]) => line).join("\n");
    const source = read.slice(read.indexOf("ReadFromMergeTree (read.events)"));
    assert.ok(
      names.some((name) => source.includes(`${name} String`)),
      read,
    );
    assert.not.match(source, /\btext Map/);
  }
  await connection.close();
});

columns.run();
