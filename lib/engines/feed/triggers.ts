import { goneTrigger } from "../../log/index.ts";
import type { Db } from "../../storage/index.ts";

/** SQL for a changed row's project and key. */
interface Noted {
  kind: "distinct-id" | "person" | "group" | "member";
  table: string;
  /** Each moment with the row that is noted. */
  on: readonly [moment: string, row: "NEW" | "OLD"][];
  project(row: string): string;
  id(row: string): string;
  otherId?(row: string): string;
}

const ALWAYS: Noted["on"] = [
  ["INSERT", "NEW"],
  ["UPDATE", "NEW"],
  ["DELETE", "OLD"],
];

const NOTED: readonly Noted[] = [
  ...(["distinct-id", "person", "group"] as const).map((kind) => ({
    kind,
    table: { "distinct-id": "distinct_ids", person: "persons", group: "groups" }[kind],
    on: ALWAYS,
    project: (row: string) => `${row}.project_id`,
    id: (row: string) => `${row}.id`,
  })),
  {
    kind: "member",
    table: "cohort_members",
    // A membership that moves to another person ends for the first.
    on: [...ALWAYS, ["UPDATE", "OLD"]],
    project: (row) => `coalesce((SELECT project_id FROM cohorts WHERE id = ${row}.cohort_id), 0)`,
    id: (row) => `${row}.cohort_id`,
    otherId: (row) => `${row}.person_id`,
  },
];

const GONE_EVENTS = "feed_events_delete_old";

/** Every trigger, its SQL by its name. */
const TRIGGERS: ReadonlyMap<string, string> = new Map([
  [GONE_EVENTS, goneTrigger(GONE_EVENTS, (project, id) => note("gone-event", { project, id, otherId: "0" }))],
  ...NOTED.flatMap(({ kind, table, on, project, id, otherId }) =>
    on.map(([moment, row]) => {
      const name = `feed_${table}_${moment.toLowerCase()}_${row.toLowerCase()}`;
      const noted = note(kind, { project: project(row), id: id(row), otherId: otherId?.(row) ?? "0" });
      return [name, `CREATE TRIGGER IF NOT EXISTS ${name} AFTER ${moment} ON ${table} BEGIN ${noted} END`] as const;
    }),
  ),
]);

/**
 * Deleted and inserted, since `INSERT OR REPLACE` in a trigger takes the conflict rule of the firing statement.
 * SQLite's counter tells the newest event, even if deleted.
 */
function note(kind: string, { project, id, otherId }: { project: string; id: string; otherId: string }): string {
  return `DELETE FROM changes WHERE kind = '${kind}' AND id = ${id} AND other_id = ${otherId};
    INSERT INTO changes (kind, project, id, other_id, event_seq)
    VALUES ('${kind}', ${project}, ${id}, ${otherId}, coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'events'), 0));`;
}

/** Begins to note changes, or goes on. Call it inside a transaction. */
export function addTriggers({ sqlite }: Pick<Db, "sqlite">): void {
  for (const text of TRIGGERS.values()) sqlite.exec(text);
}

export function hasTriggers(db: Pick<Db, "sql">): boolean {
  const names = JSON.stringify([...TRIGGERS.keys()]);
  const count = db.sql<number>(
    "SELECT count(*) FROM sqlite_schema WHERE type = 'trigger' AND name IN (SELECT value FROM json_each(?))",
  );
  return count.pluck().get(names) === TRIGGERS.size;
}

/** Notes no more changes. Call it inside a transaction. */
export function dropTriggers({ sqlite }: Pick<Db, "sqlite">): void {
  for (const name of TRIGGERS.keys()) sqlite.exec(`DROP TRIGGER IF EXISTS ${name}`);
}
