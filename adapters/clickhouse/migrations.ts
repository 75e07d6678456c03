import type { Connection } from "./connection.ts";
import type { Settings } from "./options.ts";

/** One node, or the nodes of a cluster. */
type Place = Pick<Settings, "database" | "cluster">;

/** A released migration is never edited. */
interface Migration {
  number: number;
  statements(place: Place): string[];
}

interface Table {
  name: string;
  columns: string[];
  /** The engine without `Replicated`, and its arguments. */
  engine: string;
  args: string[];
  orderBy: string;
  /**
   * When rows leave the table.
   * @default never
   */
  ttl?: string;
  /** Are rows spread over shards? Else every node has all, so that joins stay on the node. */
  isSharded?: boolean;
}

/**
 * Tokens of inserts that are remembered. Only the last shipment, an insert a table, is ever sent again. More cost a
 * small file each.
 */
const TOKENS = 1000;

const MIGRATIONS: readonly Migration[] = [
  {
    number: 1,
    statements: (place) => [
      ...makeTable(place, {
        name: "events",
        columns: [
          "project_id Int64",
          "seq Int64 CODEC(Delta, ZSTD)",
          "uuid UUID",
          "event LowCardinality(String)",
          // Number of its distinct id.
          "ord Int64 CODEC(T64, ZSTD)",
          "ms Int64 CODEC(Delta, ZSTD)",
          "received Int64 CODEC(Delta, ZSTD)",
          // JSON text that ClickHouse never reads.
          "properties String CODEC(ZSTD(3))",
          "elements Nullable(String) CODEC(ZSTD(3))",
          // The text of each property by hoglet's rule, and the keys of those whose JSON is no string.
          "text Map(LowCardinality(String), String) CODEC(ZSTD(3))",
          "bare Array(LowCardinality(String)) CODEC(ZSTD(3))",
          "INDEX seqs seq TYPE minmax GRANULARITY 1",
        ],
        engine: "MergeTree",
        args: [],
        orderBy: "(project_id, intDiv(ms, 86400000), event, ord, ms, seq)",
        isSharded: true,
      }),
      ...makeState(place, "distinct_ids", "(project_id, id)", [
        "id Int64",
        "distinct_id String",
        // 0 = no person has the distinct id.
        "person_id Int64",
        "is_personless UInt8",
      ]),
      ...makeState(place, "persons", "(project_id, id)", [
        "id Int64",
        "uuid String",
        "properties String CODEC(ZSTD(3))",
        "text Map(LowCardinality(String), String) CODEC(ZSTD(3))",
        "bare Array(LowCardinality(String)) CODEC(ZSTD(3))",
        "is_identified UInt8",
        "created Int64",
      ]),
      ...makeState(place, "groups", "(project_id, id)", [
        "id Int64",
        "idx UInt8",
        "key String",
        "properties String CODEC(ZSTD(3))",
        "text Map(LowCardinality(String), String) CODEC(ZSTD(3))",
        "bare Array(LowCardinality(String)) CODEC(ZSTD(3))",
        "created Int64",
      ]),
      ...makeState(place, "members", "(cohort_id, person_id)", ["cohort_id Int64", "person_id Int64"]),
      ...makeTable(place, {
        name: "shipments",
        columns: [
          "place UInt8",
          "number UInt64",
          "generation String",
          "mark_from String",
          "mark_until String",
          "at DateTime64(3, 'UTC') DEFAULT now64(3)",
        ],
        engine: "ReplacingMergeTree",
        args: ["number"],
        orderBy: "place",
      }),
    ],
  },
  {
    number: 2,
    // Replaced parts hold deleted rows, so they go after a second instead of eight minutes. Their replacements are
    // written to the disk first, so that a power loss loses neither.
    statements: (place) =>
      [place.cluster === null ? "events" : "events_local", "distinct_ids", "persons", "groups"].map(
        (name) =>
          `ALTER TABLE \`${place.database}\`.\`${name}\` ${onCluster(place)} MODIFY SETTING old_parts_lifetime = 1, min_rows_to_fsync_after_merge = 1, fsync_part_directory = 1`,
      ),
  },
  {
    number: 3,
    // How often questions named a property, by day: decides which get a column. A rebuild keeps it.
    statements: (place) =>
      makeTable(place, {
        name: "key_uses",
        columns: ["key String", "day Date DEFAULT today()", "uses UInt64"],
        engine: "SummingMergeTree",
        args: ["uses"],
        orderBy: "(key, day)",
        ttl: "day + INTERVAL 40 DAY",
      }),
  },
];

export const NEWEST = MIGRATIONS.at(-1)?.number ?? 0;

/** The tables of the copy, which a rebuild empties, by their names on each node. */
export function copiedTables({ cluster }: Pick<Settings, "cluster">): string[] {
  return [cluster === null ? "events" : "events_local", "distinct_ids", "persons", "groups", "members", "shipments"];
}

/** Removes all tables of the copy, the list of migrations too. */
export async function dropTables(connection: Connection, { cluster }: Pick<Settings, "cluster">): Promise<void> {
  const spread = cluster === null ? [] : ["events"];
  for (const table of [...spread, ...copiedTables({ cluster }), "migrations"]) {
    await connection.run(`DROP TABLE IF EXISTS ${connection.table(table)} ${onCluster({ cluster })} SYNC`);
  }
}

/** `ON CLUSTER …`: all nodes run the statement. */
export function onCluster({ cluster }: Pick<Settings, "cluster">): string {
  return cluster === null ? "" : `ON CLUSTER '${cluster}'`;
}

/** The newest version of each key counts. */
function makeState(place: Place, name: string, orderBy: string, columns: string[]): string[] {
  return makeTable(place, {
    name,
    columns: ["project_id Int64", ...columns, "version UInt64", "is_deleted UInt8"],
    engine: "ReplacingMergeTree",
    args: ["version", "is_deleted"],
    orderBy,
  });
}

function makeTable(
  { database, cluster }: Place,
  { name, columns, engine, args, orderBy, ttl, isSharded = false }: Table,
): string[] {
  const own = (local: string) => `\`${database}\`.\`${local}\``;
  const head = (local: string) => `CREATE TABLE IF NOT EXISTS ${own(local)} ${onCluster({ cluster })}`;
  const expiry = ttl === undefined ? "" : `TTL ${ttl} `;
  const settings =
    cluster === null
      ? `SETTINGS non_replicated_deduplication_window = ${TOKENS}`
      : `SETTINGS replicated_deduplication_window = ${TOKENS}`;
  if (cluster === null) {
    return [
      `${head(name)} (${columns.join(", ")}) ENGINE = ${engine}(${args.join(", ")}) ORDER BY ${orderBy} ${expiry}${settings}`,
    ];
  }
  const shard = isSharded ? "{shard}" : "all";
  const replica = isSharded ? "{replica}" : "{shard}-{replica}";
  const paths = [`'/clickhouse/tables/${shard}/${database}/${name}'`, `'${replica}'`];
  const local = isSharded ? `${name}_local` : name;
  const made = `${head(local)} (${columns.join(", ")}) ENGINE = Replicated${engine}(${[...paths, ...args].join(", ")}) ORDER BY ${orderBy} ${expiry}${settings}`;
  if (!isSharded) return [made];
  return [
    made,
    `${head(name)} AS ${own(local)} ENGINE = Distributed('${cluster}', '${database}', '${local}', sipHash64(project_id, ord))`,
  ];
}

export function allStatements(place: Place): string[] {
  return MIGRATIONS.flatMap(({ statements }) => statements(place));
}

/** Makes the database and its tables, or updates them. @returns the migration that the database had */
export async function migrate(connection: Connection, place: Place): Promise<number> {
  const { database } = place;
  const known = await connection.rows(`SELECT 1 FROM system.databases WHERE name = '${database}'`);
  if (known.length === 0) await connection.run(`CREATE DATABASE IF NOT EXISTS \`${database}\` ${onCluster(place)}`);
  const list: Table = {
    name: "migrations",
    columns: ["number UInt32", "at DateTime64(3, 'UTC') DEFAULT now64(3)"],
    engine: "ReplacingMergeTree",
    args: [],
    orderBy: "number",
  };
  for (const statement of makeTable(place, list)) await connection.run(statement);
  const [row] = await connection.rows<[number]>(`SELECT max(number) FROM ${connection.table("migrations")}`);
  const done = Number(row?.[0] ?? 0);
  for (const { number, statements } of MIGRATIONS.filter((migration) => migration.number > done)) {
    // Statements may run again, since a process may end between two.
    for (const statement of statements(place)) await connection.run(statement);
    await connection.insert("migrations", { columns: ["number"], rows: [[number]], token: `migration-${number}` });
  }
  return done;
}
