import type { Db } from "./open.ts";

/** Where the file of a database really is, as SQLite knows it; undefined = the database is in memory. */
export function filePath({ sqlite }: Pick<Db, "sqlite">): string | undefined {
  const [{ file }] = sqlite.pragma("database_list") as [{ file: string }];
  return file === "" ? undefined : file;
}
