import { copyFileSync, existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { createClient } from "@clickhouse/client";
import type { ClickHouseClient, ClickHouseSettings } from "@clickhouse/client";
import { allStatements } from "../../adapters/clickhouse/migrations.ts";
import type { Hoglet } from "../../lib/index.ts";
import { hasClickhouse, openDoor } from "../scale/clickhouse-door.ts";
import { build, loadBuilt } from "./insights/built.ts";
import { makeDataset } from "./insights/dataset.ts";
import { importProduct } from "./insights/import-product.ts";
import { requireEqual } from "./insights/question.ts";
import type { BenchQuestion, Form, Row } from "./insights/question.ts";
import { QUESTIONS } from "./insights/questions/index.ts";
import { NOW } from "./insights/world.ts";
import { count, median } from "./measure.ts";
import { handWritten, KEYS, makeItems, toRows } from "./scale/hand-written.ts";
import { WHOLE_ANSWERS } from "./scale/whole-answers.ts";
import type { WholeForm } from "./scale/whole-answers.ts";

const DATABASE = "hoglet";

/** The most that an answer may take, as a multiple of the hand-written form. */
const GOAL = 1.5;

/** Events a minute that following should reach. */
const FOLLOW_GOAL = 1_000_000;

/**
 * The engine on ClickHouse over `--events` events (200,000; 10 million with `--events 10000000`): the rate at which a file is followed, then
 * each question by this engine, by columns, and as SQL written by hand over the same tables. All three answers are compared before
 * a time is printed. `--rounds`, `--only funnel,paths`, `--seed`, `--reuse` (takes the imported file of the run before), `--built`. The properties
 * that it names have columns of their own, also for the SQL by hand; `--maps` leaves them in their map.
 */
export async function benchScale(args: string[]): Promise<void> {
  const { values: flags } = parseArgs({
    args,
    options: {
      events: { type: "string", default: "200000" },
      seed: { type: "string", default: "1" },
      rounds: { type: "string", default: "3" },
      only: { type: "string" },
      reuse: { type: "boolean", default: false },
      maps: { type: "boolean", default: false },
      built: { type: "boolean", default: false },
    },
  });
  if (!hasClickhouse) {
    process.stdout.write("ClickHouse is not installed: npm ci --prefix test/scale\n");
    return;
  }
  const events = Number(flags.events);
  const wanted = flags.only?.split(",");
  const questions = QUESTIONS.filter(({ id }) => wanted?.includes(id) ?? true);
  if (!flags.built) await build();
  say(`Making ${count(events)} events …`);
  const dataset = makeDataset(events, Number(flags.seed));
  const file = join(dataset.folder, "scale.db");
  if (!flags.reuse || !existsSync(file)) {
    say("Importing …");
    removeFile(file);
    await importProduct(dataset.ndjson, file);
  }
  const door = await openDoor();
  const { createHoglet } = await loadBuilt();
  const { clickhouse } = await loadBuiltEngine();
  // A file has one copy and one process: columns answer over a file of their own.
  const columnsFile = `${file}.columns`;
  removeFile(columnsFile);
  copyFileSync(file, columnsFile);
  try {
    await using own = await createHoglet({
      file,
      now: NOW,
      deletionCron: "",
      engine: clickhouse({
        url: door.url,
        password: door.password,
        database: DATABASE,
        followMs: 2 ** 31 - 1,
        waitMs: 2 ** 31 - 1,
        gatherEvents: 1_000_000_000,
        ...(flags.maps && { keyColumns: 0 }),
      }),
    });
    await using columns = await createHoglet({ file: columnsFile, now: NOW, deletionCron: "" });
    const client = createClient({ url: door.url, password: door.password, request_timeout: 2 ** 31 - 1 });
    await nameOften(client);
    const followed = await follow(own, events);
    const { propertyColumns = [] } = await own.engine.status();
    for (const statement of makeItems(DATABASE, propertyColumns)) await client.command({ query: statement });
    await settle(client);
    const rows: string[] = [];
    for (const question of questions) {
      say(`Asking ${question.id} …`);
      rows.push(await measure(question, { own, columns, client, propertyColumns }, Number(flags.rounds)));
    }
    await client.close();
    process.stdout.write(formatReport(followed, rows, Number(flags.rounds)));
  } finally {
    await door.close();
    removeFile(columnsFile);
  }
}

async function loadBuiltEngine(): Promise<typeof import("../../adapters/clickhouse/index.ts")> {
  const url = new URL("../../dist/clickhouse.js", import.meta.url).href;
  return (await import(url)) as typeof import("../../adapters/clickhouse/index.ts");
}

/** As if the questions had been asked for a month, so that the copy has columns for their properties. */
async function nameOften(client: ClickHouseClient): Promise<void> {
  await client.command({ query: `CREATE DATABASE ${DATABASE}` });
  for (const statement of allStatements({ database: DATABASE, cluster: null }))
    if (statement.includes("key_uses")) await client.command({ query: statement });
  const values = KEYS.map((key) => ({ key, uses: 1000 }));
  await client.insert({ table: `${DATABASE}.key_uses`, values, format: "JSONEachRow" });
}

/** Makes the copy from the file. @returns a line about it */
async function follow(own: Hoglet, events: number): Promise<string> {
  say("Following …");
  const start = performance.now();
  const { entries } = await own.rebuild();
  const minutes = (performance.now() - start) / 60_000;
  return `Followed ${count(events)} events (${count(entries ?? 0)} entries) in ${(minutes * 60).toFixed(1)} s: ${count(events / minutes)} events a minute; goal ${count(FOLLOW_GOAL)}.`;
}

/** Waits for the merges that inserting started: they would be charged to questions. */
async function settle(client: ClickHouseClient): Promise<void> {
  say("Merging …");
  for (const table of ["events", "distinct_ids", "persons"])
    await client.command({ query: `OPTIMIZE TABLE ${DATABASE}.${table} FINAL` });
}

interface Asked {
  own: Hoglet;
  columns: Hoglet;
  client: ClickHouseClient;
  propertyColumns: readonly string[];
}

/** Leaves the sides of joins as they are written: ClickHouse may choose others, and does not always choose well. */
const AS_WRITTEN = { query_plan_join_swap_table: "false" };

/**
 * Asks a question of all three in turn, and SQL by hand that gives less than the answer. Each form is asked as it is, and with the sides of
 * its joins as they are written: the faster counts.
 * @returns a row of the table
 * @throws Error when answers differ
 */
async function measure(
  question: BenchQuestion,
  { own, columns, client, propertyColumns }: Asked,
  rounds: number,
): Promise<string> {
  const whole = WHOLE_ANSWERS[question.id];
  const peers = question.peers.clickhouse ?? [];
  const all = { ...question, toRows: whole?.toRows ?? question.toRows };
  const [expected, less] = [await askHandle(columns, all), await askHandle(columns, question)];
  const ways = new Map<string, { ask: () => Promise<{ rows: Row[]; ms: number }>; rows: Row[] }>([
    ["own", { ask: () => askHandle(own, all), rows: expected.rows }],
    ["columns", { ask: () => askHandle(columns, all), rows: expected.rows }],
  ]);
  const add = (name: string, forms: readonly WholeForm[], rows: Row[]) => {
    for (const [place, form] of handWritten(forms, DATABASE, propertyColumns).entries()) {
      const before = forms[place]?.before?.(DATABASE, propertyColumns) ?? [];
      for (const settings of [{}, AS_WRITTEN])
        ways.set(`${name} ${ways.size}`, { ask: () => askHand(client, { ...form, before, settings }), rows });
    }
  };
  add("hand", whole?.forms ?? peers, expected.rows);
  if (whole !== undefined) add("less", peers, less.rows);
  const times = new Map<string, number[]>();
  for (let round = 0; round < rounds; round++) {
    for (const [name, { ask, rows: wanted }] of ways) {
      const { rows, ms } = await ask();
      requireEqual(`${question.id} by ${name}`, rows, wanted);
      times.set(name, [...(times.get(name) ?? []), ms]);
    }
  }
  const of = (name: string) => median(times.get(name) ?? []);
  const fastest = (kind: string) => Math.min(...[...times.keys()].filter((name) => name.startsWith(kind)).map(of));
  const ratio = of("own") / fastest("hand");
  const cells = [of("own"), of("columns"), fastest("hand")].map(toCell);
  const beyond = ratio > GOAL ? " (beyond the goal)" : "";
  const shorter = whole === undefined ? "" : toCell(fastest("less"));
  return `| ${[question.title, ...cells, `${ratio.toFixed(2)}×${beyond}`, shorter].join(" | ")} |`;
}

async function askHandle(hoglet: Hoglet, { method, query, toRows: toOwn }: BenchQuestion) {
  const [area = "", name = ""] = method.split(".");
  const asks = (hoglet as unknown as Record<string, Record<string, Ask>>)[area];
  const start = performance.now();
  const answer = await asks?.[name]?.({ ...query, refresh: true });
  const ms = performance.now() - start;
  return { rows: toOwn(answer?.result ?? answer?.results), ms };
}

type Ask = (query: Record<string, unknown>) => Promise<{ result?: unknown; results?: unknown }>;

function toCell(ms: number): string {
  return ms < 10 ? ms.toFixed(1) : count(ms);
}

interface Statement extends Form {
  before: string[];
  settings: ClickHouseSettings;
}

async function askHand(client: ClickHouseClient, { sql, finish, before, settings }: Statement) {
  const start = performance.now();
  for (const query of before) await client.command({ query });
  const answer = await client.query({
    query: sql,
    format: "JSONCompactEachRow",
    clickhouse_settings: { output_format_json_quote_64bit_integers: 0, ...settings },
  });
  const lines = toRows(await answer.json<unknown[]>());
  const rows = finish === undefined ? lines : finish(lines);
  return { rows, ms: performance.now() - start };
}

function formatReport(followed: string, rows: readonly string[], rounds: number): string {
  const head = [
    followed,
    "",
    `Milliseconds, medians of ${rounds} askings in turn with the others; ClickHouse in a process behind an HTTP door.`,
    "",
    "| question | ClickHouse engine | columns | SQL by hand | engine / hand | by hand, less than the answer |",
    "| --- | ---: | ---: | ---: | ---: | ---: |",
  ];
  return `${[...head, ...rows].join("\n")}\n`;
}

function removeFile(file: string): void {
  for (const suffix of ["", "-wal", "-shm"]) rmSync(file + suffix, { force: true });
}

function say(text: string): void {
  process.stderr.write(`${text}\n`);
}
