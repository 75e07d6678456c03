import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Last runs of scheduled jobs; see `schedule.ts`. */
export const schedules = sqliteTable("schedules", {
  name: text().primaryKey(),
  lastRunAt: integer("last_run_at").notNull(),
});

/** Tasks that only one process may run at a time; see `storage/leases/lease.ts`. */
export const leases = sqliteTable("leases", {
  name: text().primaryKey(),
  /** Random for each time that the lease is taken. */
  holder: text().notNull(),
  host: text().notNull(),
  pid: integer().notNull(),
  /** The system clock's time, even when the handle has another clock. */
  renewedAt: integer("renewed_at").notNull(),
});
