import { createHash, randomUUID } from "node:crypto";
import type { Logger } from "../../lib/engine.ts";
import type { Connection } from "./connection.ts";
import { onCluster } from "./migrations.ts";
import type { Settings } from "./options.ts";
import { literal } from "./sql/index.ts";

/**
 * Questions of the last 30 days that must name a key before it gets a column: a tile seen on most days. Fewer would
 * give columns to keys that were only tried out, and each new column reads the properties of all events once.
 */
export const USES = 20;

/** Keys counted between two stores; further keys are not. */
const COUNTED_KEYS = 1000;

/** Most characters of a key with a column: the definition of the column holds the key. */
const KEY_CHARACTERS = 200;

interface KeyColumnsParts {
  connection: Connection;
  settings: Settings;
  log: Logger;
}

/**
 * Materialised columns for the properties that questions name most. All properties of an event are one map, which is
 * read whole; a column is read alone. ClickHouse computes it from the map when it stores an event, so answers are the
 * same.
 */
export interface KeyColumns {
  /** The column with a property's text in every row; null = there is none. */
  columnOf(key: string): string | null;
  /** Keys with a column, in the order of texts. */
  keys(): string[];
  /** Counts a question that names these keys. */
  use(keys: Iterable<string>): void;
  /** Is there anything to store or to wait for? */
  isDue(): boolean;
  store(): Promise<void>;
  /**
   * Stores the counts, gives columns to the most named keys, and takes the columns of rarely named keys where a place
   * is needed. No question may run meanwhile. It does not wait until earlier parts are written: their columns are used
   * later.
   */
  keep(): Promise<void>;
}

/** A key without a column works too: trouble is reported once, and changes no answer. */
export function createKeyColumns({ connection, settings, log }: KeyColumnsParts): KeyColumns {
  let ready = new Map<string, string>();
  let isWriting = false;
  let isReported = false;
  let counts = new Map<string, number>();

  const storeCounts = async () => {
    const stored = counts;
    counts = new Map();
    if (stored.size === 0) return;
    try {
      const rows = [...stored].map(([key, uses]) => [key, uses]);
      await connection.insert("key_uses", { columns: ["key", "uses"], rows, token: randomUUID() });
    } catch (error) {
      for (const [key, uses] of counts) stored.set(key, (stored.get(key) ?? 0) + uses);
      counts = stored;
      throw error;
    }
  };
  /** Finds the columns, and which of them are in all rows. @returns the keys of all */
  const look = async () => {
    const known = await readColumns(connection, settings);
    const writing = await readWriting(connection, settings);
    isWriting = writing.length > 0;
    ready = new Map([...known].filter(([, name]) => !isNamed(writing, name)));
    return [...known.keys()];
  };
  const change = async () => {
    await storeCounts();
    const known = await look();
    // One change at a time: each writes parts again.
    if (isWriting) return;
    const { added, dropped } = chooseColumns(known, await readUsed(connection, settings), settings.keyColumns);
    for (const key of dropped) ready.delete(key);
    const statements = [...dropStatements(dropped, settings), ...addStatements(added, settings)];
    for (const statement of statements) await connection.run(statement);
    if (statements.length > 0) await look();
  };
  const quietly = async (work: () => Promise<void>) => {
    try {
      await work();
      isReported = false;
    } catch (error) {
      if (!isReported) log.warn("Columns for frequent properties could not be kept.", { error: String(error) });
      isReported = true;
    }
  };
  return {
    columnOf: (key) => ready.get(key) ?? null,
    keys: () => [...ready.keys()].toSorted(),
    use(keys) {
      if (settings.keyColumns === 0) return;
      for (const key of keys) {
        if (!isPlain(key) || (counts.size >= COUNTED_KEYS && !counts.has(key))) continue;
        counts.set(key, (counts.get(key) ?? 0) + 1);
      }
    },
    isDue: () => isWriting || counts.size > 0,
    store: () => quietly(storeCounts),
    keep: () => quietly(change),
  };
}

/** A question's connection, and the keys that its statements name. */
export function recordKeys(connection: Connection, columns: Pick<KeyColumns, "columnOf">) {
  const keys = new Set<string>();
  const propertyColumn = (key: string) => {
    keys.add(key);
    return columns.columnOf(key);
  };
  return { connection: { ...connection, propertyColumn }, keys };
}

/** Keys may have any characters. */
export function columnName(key: string): string {
  return `key_${createHash("sha256").update(key).digest("hex").slice(0, 16)}`;
}

/** Statements that make columns, and write them into existing parts. */
export function addStatements(keys: readonly string[], settings: Pick<Settings, "database" | "cluster">): string[] {
  if (keys.length === 0) return [];
  const added = keys.map((key) => {
    const text = literal(key);
    return `ADD COLUMN IF NOT EXISTS ${columnName(key)} String MATERIALIZED text[${text}] COMMENT ${text}`;
  });
  const written = keys.map((key) => `MATERIALIZE COLUMN ${columnName(key)}`);
  const [stored, ...spread] = tables(settings).map((table) => `ALTER TABLE ${table} ${onCluster(settings)}`);
  return [
    ...[stored, ...spread].map((alter) => `${alter} ${added.join(", ")}`),
    `${stored} ${written.join(", ")} SETTINGS mutations_sync = 0`,
  ];
}

function dropStatements(keys: readonly string[], settings: Settings): string[] {
  if (keys.length === 0) return [];
  const dropped = keys.map((key) => `DROP COLUMN IF EXISTS ${columnName(key)}`).join(", ");
  return tables(settings)
    .toReversed()
    .map((table) => `ALTER TABLE ${table} ${onCluster(settings)} ${dropped}`);
}

/** The stored table first, then the table that spreads statements over a cluster. */
function tables({ database, cluster }: Pick<Settings, "database" | "cluster">): string[] {
  return (cluster === null ? ["events"] : ["events_local", "events"]).map((name) => `\`${database}\`.\`${name}\``);
}

function isPlain(key: string): boolean {
  // eslint-disable-next-line no-control-regex
  return key.length > 0 && key.length <= KEY_CHARACTERS && key.isWellFormed() && !/[\0-\x1f]/.test(key);
}

export interface ColumnChange {
  added: string[];
  dropped: string[];
}

/**
 * A key keeps its column while it is used often, even if other keys are used more: a new column costs more than it
 * saves in a day. Other columns go when a place is needed.
 * @param known keys with a column
 * @param used keys used often, most used first
 * @param most columns that there may be
 */
export function chooseColumns(known: readonly string[], used: readonly string[], most: number): ColumnChange {
  const busy = used.filter((key) => known.includes(key));
  const idle = known.filter((key) => !used.includes(key));
  const places = Math.max(0, most - busy.length);
  const added = used.filter((key) => !known.includes(key)).slice(0, places);
  const idleDropped = idle.slice(0, Math.max(0, idle.length + added.length - places));
  return { added, dropped: [...busy.slice(most), ...idleDropped] };
}

/** Column names by property key, for the keys that have a column. */
async function readColumns(connection: Connection, { database }: Settings): Promise<Map<string, string>> {
  const rows = await connection.rows<[string, string]>(
    `SELECT comment, name FROM system.columns WHERE database = '${database}' AND table = 'events' AND startsWith(name, 'key_') ORDER BY position`,
  );
  return new Map(rows.filter(([key, name]) => columnName(key) === name));
}

/** Mutations that still write columns into parts. */
async function readWriting(connection: Connection, { database, cluster }: Settings): Promise<string[]> {
  const mutations = cluster === null ? "system.mutations" : `clusterAllReplicas('${cluster}', system.mutations)`;
  const rows = await connection.rows<[string]>(
    `SELECT command FROM ${mutations} WHERE database = '${database}' AND NOT is_done AND position(command, 'MATERIALIZE COLUMN') > 0`,
  );
  return rows.map(([command]) => command);
}

function isNamed(commands: readonly string[], name: string): boolean {
  return commands.some((command) => command.includes(name));
}

/** Keys used often, most used first. */
async function readUsed(connection: Connection, { keyColumns }: Settings): Promise<string[]> {
  if (keyColumns === 0) return [];
  const rows = await connection.rows<[string]>(
    `SELECT key FROM ${connection.table("key_uses")} WHERE day > today() - 30 GROUP BY key HAVING sum(uses) >= ${USES} ORDER BY sum(uses) DESC, key LIMIT ${COUNTED_KEYS}`,
  );
  return rows.map(([key]) => key);
}
