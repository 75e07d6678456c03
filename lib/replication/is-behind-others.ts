import type { HogletError } from "../base/errors.ts";
import type { Db } from "../storage/index.ts";
import { readIdentity } from "./identity.ts";
import { readNote } from "./notes.ts";
import { standingAt } from "./standing.ts";

/**
 * Has another hoglet that follows events behind this place of the log, or does it take over?
 * @param except addresses of those that are not asked
 */
export async function isBehindOthers(db: Db, seq: number, except: readonly (string | undefined)[]): Promise<boolean> {
  const identity = readIdentity(db);
  const urls = readNote<string[]>(db, "followers") ?? [];
  if (identity === null) return false;
  const isAhead = async (url: string) => {
    const standing = await standingAt(url, identity.database);
    return standing?.is_following === true && standing.last_seq > seq;
  };
  const asked = urls
    .filter((url) => !except.includes(url))
    .map((url) => isAhead(url).catch((error: HogletError) => error.code === "taking_over"));
  return (await Promise.all(asked)).includes(true);
}
