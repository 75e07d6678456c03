import type { ClickHouseSettings } from "@clickhouse/client";
import { performance } from "../../lib/base/platform.ts";
import type { AnyPlan } from "../../lib/engine.ts";
import type { Connection, ReadOptions } from "./connection.ts";
import { needsOf } from "./needs.ts";
import { literal, within } from "./sql/index.ts";

/** The setting by which ClickHouse chooses the side of a join that stays in memory; older versions lack it. */
const SWAPS = "query_plan_join_swap_table";

/** The written right side stays: distinct ids. */
const KEPT: ClickHouseSettings = { [SWAPS]: "false" };

/** Up to this many distinct ids stay, whatever the events: about 4 ms of filling memory. */
const FEW_IDS = 100_000;

/** An event in memory costs about as much as this many distinct ids (10 million events, 500,000 ids). */
const IDS_OF_EVENT = 8;

/** The number of distinct ids is remembered so long, in ms. */
const REMEMBERED_MS = 60_000;

export interface JoinSides {
  /** Settings of a statement that joins distinct ids to events. @param where the test of the events */
  settings(where: string, options: ReadOptions): Promise<ClickHouseSettings>;
}

/**
 * ClickHouse estimates too few events where there are several conditions. It then kept all events of a question in
 * memory, and took up to three times as long. Its index gives a better number.
 */
export function createJoinSides({ rows, table }: Pick<Connection, "rows" | "table">): JoinSides {
  let isKnown: boolean | undefined;
  let ids = { count: 0, untilMs: -Infinity };
  const ask = async (sql: string, options: ReadOptions) => Number((await rows<[number]>(sql, options))[0]?.[0] ?? 0);
  return {
    async settings(where, options) {
      isKnown ??= (await ask(`SELECT count() FROM system.settings WHERE name = '${SWAPS}'`, options)) > 0;
      if (!isKnown) return {};
      if (performance.now() > ids.untilMs) {
        const count = await ask(`SELECT count() FROM ${table("distinct_ids")}`, options);
        ids = { count, untilMs: performance.now() + REMEMBERED_MS };
      }
      if (ids.count <= FEW_IDS) return KEPT;
      const sql = `EXPLAIN ESTIMATE SELECT ord FROM ${table("events")} WHERE ${where}`;
      type Estimate = [database: string, table: string, parts: number, rows: number, marks: number];
      const [estimate] = await rows<Estimate>(sql, options);
      return Number(estimate?.[3] ?? 0) * IDS_OF_EVENT >= ids.count ? KEPT : {};
    },
  };
}

/** A connection whose statements keep the better side of joins in memory. */
export function keepSides(connection: Connection, plan: AnyPlan, sides: JoinSides): Connection {
  const { projectId, range, names } = needsOf(plan);
  const tests = [`project_id = ${projectId}`];
  if (range !== null) tests.push(within(range));
  if (names !== null) tests.push(`event IN (${names.map(literal).join(",") || "''"})`);
  let found: Promise<ClickHouseSettings> | undefined;
  const withSides = async (sql: string, options: ReadOptions = {}): Promise<ReadOptions> => {
    if (!sql.includes(" JOIN ")) return options;
    found ??= sides.settings(tests.join(" AND "), options);
    return { ...options, querySettings: await found };
  };
  return {
    ...connection,
    rows: async (sql, options) => connection.rows(sql, await withSides(sql, options)),
    stream: async (sql, see, options) => connection.stream(sql, see, await withSides(sql, options)),
    blocks: async (sql, columns, see, options) => connection.blocks(sql, columns, see, await withSides(sql, options)),
  };
}
