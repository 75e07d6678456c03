import { spawnSync } from "node:child_process";
import { globSync, readFileSync, writeFileSync } from "node:fs";

// `npm run migrations`: drizzle-kit writes the next migration; this makes its tables STRICT, for which drizzle-kit has no option.

const DRIZZLE_KIT = "node_modules/drizzle-kit/bin.cjs";
const MIGRATIONS = "lib/storage/migrations/*.sql";

/** The line that ends `CREATE TABLE`. */
const END_OF_TABLE = /^\);$/gm;

const { status } = spawnSync(process.execPath, [DRIZZLE_KIT, "generate", ...process.argv.slice(2)], {
  stdio: "inherit",
});
for (const file of globSync(MIGRATIONS)) {
  const sql = readFileSync(file, "utf8");
  const strict = sql.replaceAll(END_OF_TABLE, ") STRICT;");
  if (strict !== sql) writeFileSync(file, strict);
}
process.exitCode = status ?? 1;
