import type { Connection } from "./connection.ts";
import { engineTrouble } from "./trouble.ts";

/** The oldest ClickHouse with all functions used here. */
const OLDEST = [24, 8] as const;

/** Clocks that differ by more are reported: only the times in ClickHouse's own tables depend on it. */
const SKEW_MS = 60_000;

/**
 * @returns a sentence about clocks that differ; null = they agree. @throws HogletError 503 for a server that is too old
 */
export async function checkServer(connection: Connection): Promise<string | null> {
  const before = Date.now();
  const [row] = await connection.rows<[string, number]>("SELECT version(), toUnixTimestamp64Milli(now64(3))");
  const [version = "0", ms = 0] = row ?? [];
  const [major = 0, minor = 0] = version.split(".").map(Number);
  if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1])) {
    throw engineTrouble(
      "engine_old",
      `ClickHouse is version ${version}, and hoglet needs ${OLDEST.join(".")} or newer.`,
    );
  }
  const skewMs = Number(ms) - (before + Date.now()) / 2;
  if (Math.abs(skewMs) < SKEW_MS) return null;
  return `The clock of ClickHouse is ${Math.round(Math.abs(skewMs) / 1000)} seconds ${skewMs > 0 ? "ahead of" : "behind"} this machine's. Answers do not depend on it; the times in its own tables do.`;
}
