import { ClickHouseLogLevel, createClient } from "@clickhouse/client";
import type { ClickHouseClient, ClickHouseSettings } from "@clickhouse/client";
import { HogletError } from "../../lib/index.ts";
import { readNative } from "./native.ts";
import type { NativeColumn, NativePart } from "./native.ts";
import type { Settings } from "./options.ts";
import { Unsupported } from "./sql/unsupported.ts";
import { isRefusal, toTrouble } from "./trouble.ts";

/** Values of columns, in their order. */
export type Row = readonly unknown[];

/**
 * A connection to one database. All methods throw HogletError 503 with a sentence; queries throw `Unsupported` by
 * `throwIf`.
 */
export interface Connection {
  /** A table's quoted name, with its database. */
  table(name: string): string;
  /** The column with a property's text in every row; null = only the map of all properties has it. */
  propertyColumn(key: string): string | null;
  /** Runs a statement without an answer. */
  run(sql: string): Promise<void>;
  rows<R extends Row>(sql: string, options?: ReadOptions): Promise<R[]>;
  /** Reads rows in parts, the next once `see` is done. */
  stream(sql: string, see: (rows: Row[]) => void, options?: ReadOptions): Promise<void>;
  /** Reads columns of these forms block by block, the next once `see` is done. */
  blocks(
    sql: string,
    columns: readonly NativeColumn[],
    see: (block: NativePart[]) => Promise<void>,
    options?: ReadOptions,
  ): Promise<void>;
  /** Inserts rows as one block. @param token a block with a known token is not stored again */
  insert(table: string, input: { columns: readonly string[]; rows: readonly Row[]; token: string }): Promise<void>;
  close(): Promise<void>;
}

export interface ReadOptions {
  signal?: AbortSignal | undefined;
  /** Settings of this query alone. */
  querySettings?: ClickHouseSettings;
}

/** How ClickHouse reads and writes values, and the size of statements, which hold sets of values. */
const READING: ClickHouseSettings = {
  output_format_json_quote_64bit_integers: 0,
  output_format_json_quote_denormals: 1,
  precise_float_parsing: 1,
  join_use_nulls: 0,
  max_query_size: "268435456",
  max_ast_elements: "10000000",
  max_expanded_ast_elements: "10000000",
};

const WRITING: ClickHouseSettings = {
  insert_deduplicate: 1,
  // One block an insert, so that all of its rows are stored or none.
  input_format_parallel_parsing: 0,
  insert_distributed_sync: 1,
  async_insert: 0,
};

/** Opens a connection; nothing is sent yet. */
export function connect(settings: Settings): Connection {
  const { url, username, password, database, timeoutMs } = settings;
  const client: ClickHouseClient = createClient({
    url,
    username,
    password,
    request_timeout: timeoutMs,
    application: "hoglet",
    log: { level: ClickHouseLogLevel.OFF },
  });
  const reading = { ...READING, max_execution_time: Math.ceil(timeoutMs / 1000) };
  const query = (sql: string, { signal, querySettings: own }: ReadOptions = {}) =>
    client.query({
      query: sql,
      format: "JSONCompactEachRow",
      clickhouse_settings: { ...reading, ...own },
      ...(signal !== undefined && { abort_signal: signal }),
    });
  return {
    table: (name) => `\`${database}\`.\`${name}\``,
    propertyColumn: () => null,
    run: (sql) => explained(async () => void (await client.command({ query: sql }))),
    rows: <R extends Row>(sql: string, options: ReadOptions = {}) =>
      explained(async () => await (await query(sql, options)).json<R>(), options.signal),
    stream: (sql, see, options = {}) =>
      explained(async () => {
        const stream = (await query(sql, options)).stream<Row>();
        for await (const part of stream) see(part.map((row) => row.json<Row>()));
      }, options.signal),
    blocks: (sql, columns, see, { signal, querySettings: own } = {}) =>
      explained(async () => {
        const { stream } = await client.exec({
          query: `${sql} FORMAT Native`,
          clickhouse_settings: { ...reading, ...own },
          ...(signal !== undefined && { abort_signal: signal }),
        });
        try {
          for await (const block of readNative(stream, columns)) await see(block);
        } finally {
          stream.destroy();
        }
      }, signal),
    insert: (table, { columns, rows, token }) =>
      explained(async () => {
        await client.insert({
          table: `\`${database}\`.\`${table}\``,
          columns: columns as [string, ...string[]],
          values: rows,
          format: "JSONCompactEachRow",
          clickhouse_settings: { ...WRITING, insert_deduplication_token: token },
        });
      }),
    close: () => client.close(),
  };
}

/** Turns errors of the client's work into sentences. */
async function explained<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (signal?.aborted) throw cancelled(signal.reason);
    if (isRefusal(error)) throw new Unsupported("a value");
    throw toTrouble(error);
  }
}

/** 499: the caller left. */
export function cancelled(cause: unknown): HogletError {
  const detail = "The question was cancelled.";
  return new HogletError({ status: 499, type: "invalid_request", code: "cancelled", detail, cause });
}
