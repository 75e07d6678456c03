import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** When each scheduled job last had its turn; see `schedule.ts`. */
export const schedules = sqliteTable("schedules", {
  name: text().primaryKey(),
  lastRunAt: integer("last_run_at").notNull(),
});

/** Which process does what only one may do at a time; see `deletion/lease.ts`. */
export const leases = sqliteTable("leases", {
  name: text().primaryKey(),
  /** Made up for each time it is taken. */
  holder: text().notNull(),
  host: text().notNull(),
  pid: integer().notNull(),
  /** By the system's clock, whatever clock the handle has. */
  renewedAt: integer("renewed_at").notNull(),
});
