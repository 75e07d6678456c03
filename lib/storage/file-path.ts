import type { Db } from "./db.ts";

/** The real path of a database's file, as SQLite resolved it; undefined = the database is in memory. */
export function filePath({ sqlite }: Pick<Db, "sqlite">): string | undefined {
  const [{ file }] = sqlite.pragma("database_list") as [{ file: string }];
  return file === "" ? undefined : file;
}
