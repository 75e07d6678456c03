import type { ClickHouseSettings } from "@clickhouse/client";
import { performance } from "../../lib/base/platform.ts";
import type { AnyPlan } from "../../lib/engine.ts";
import type { Connection, ReadOptions } from "./connection.ts";
import { needsOf } from "./needs.ts";
import { literal, within } from "./sql/index.ts";

/** The setting that lets ClickHouse choose which side of a join it keeps in memory; older versions do not have it. */
const SWAPS = "query_plan_join_swap_table";

/** ClickHouse keeps the side that is written on the right: distinct ids. */
const KEPT: ClickHouseSettings = { [SWAPS]: "false" };

/** Distinct ids up to which they are kept without looking at the events: about 4 ms of memory being filled. */
const FEW_IDS = 100_000;

/** An event in memory costs about as much as so many distinct ids, measured with 10 million events and 500,000 ids. */
const IDS_OF_EVENT = 8;

/** Time for which the number of distinct ids is remembered, in ms. */
const REMEMBERED_MS = 60_000;

/** Chooses the side of joins for questions. */
export interface JoinSides {
  /** The settings of a statement that joins distinct ids to these events. @param where the test of the events */
  settings(where: string, options: ReadOptions): Promise<ClickHouseSettings>;
}

/**
 * Creates the choice. ClickHouse guesses how many events pass each condition, and guesses too few where there are several: it then
 * kept all events of a question in memory, and questions took up to three times as long. Its index knows better.
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

/** A connection whose statements keep the better side of their joins for a plan. */
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
