import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { Connection, ReadOptions } from "../../../adapters/clickhouse/connection.ts";
import { createJoinSides, keepSides } from "../../../adapters/clickhouse/join-sides.ts";
import type { AnyPlan } from "../../../lib/engine.ts";

const sides = suite("join-sides");

const KEPT = { query_plan_join_swap_table: "false" };

const plan = { kind: "trend", projectId: 1 } as unknown as AnyPlan;

function table(name: string): string {
  return name;
}

/** A ClickHouse with so many distinct ids, and so many events by its index. Its statements are listed, with their settings. */
function pretend({ isKnown = true, ids, events }: { isKnown?: boolean; ids: number; events: number }) {
  const asked: [sql: string, settings: unknown][] = [];
  const rows = (sql: string, { querySettings }: ReadOptions = {}): Promise<unknown[]> => {
    asked.push([sql, querySettings]);
    if (sql.includes("system.settings")) return Promise.resolve([[isKnown ? 1 : 0]]);
    if (sql.startsWith("EXPLAIN ESTIMATE")) return Promise.resolve([["hoglet", "events", 1, events, 1]]);
    return Promise.resolve(sql.startsWith("SELECT count()") ? [[ids]] : []);
  };
  const connection = { rows, table } as unknown as Connection;
  return { connection: keepSides(connection, plan, createJoinSides(connection)), asked };
}

async function settingsOf(pretended: ReturnType<typeof pretend>, sql: string): Promise<unknown> {
  await pretended.connection.rows(sql);
  return pretended.asked.at(-1)?.[1];
}

const JOINED = "SELECT 1 FROM events LEFT ANY JOIN distinct_ids USING (ord)";

sides("few distinct ids are kept in memory, without looking at events", async () => {
  const few = pretend({ ids: 50_000, events: 3 });
  assert.equal(await settingsOf(few, JOINED), KEPT);
  assert.not.ok(few.asked.some(([sql]) => sql.startsWith("EXPLAIN")));
});

sides("many distinct ids are kept for many events; for few events ClickHouse chooses", async () => {
  assert.equal(await settingsOf(pretend({ ids: 500_000, events: 3_000_000 }), JOINED), KEPT);
  assert.equal(await settingsOf(pretend({ ids: 500_000, events: 3000 }), JOINED), {});
});

sides("a question looks once", async () => {
  const many = pretend({ ids: 500_000, events: 3_000_000 });
  assert.equal(await settingsOf(many, JOINED), KEPT);
  assert.equal(await settingsOf(many, JOINED), KEPT);
  assert.is(many.asked.filter(([sql]) => sql.startsWith("EXPLAIN")).length, 1);
});

sides("statements without a join, and versions without the setting, are left alone", async () => {
  const few = pretend({ ids: 1, events: 1 });
  assert.is(await settingsOf(few, "SELECT 1 FROM events"), undefined);
  assert.is(few.asked.length, 1);
  assert.equal(await settingsOf(pretend({ isKnown: false, ids: 1, events: 1 }), JOINED), {});
});

sides.run();
