import { existsSync } from "node:fs";
import { appendFile } from "node:fs/promises";
import { misconfigured } from "../base/errors.ts";
import { silentLogger } from "../base/log.ts";
import { openDatabase } from "../log/index.ts";
import {
  epochOf,
  isEpochFree,
  openFollower,
  readFollowing,
  readIdentity,
  reasonOf,
  standingAt,
  writeFollowing,
} from "../replication/index.ts";
import type { Follower, FollowOptions, Identity, Standing } from "../replication/index.ts";
import { eventLinesAfter } from "../transfer/index.ts";
import type { Db } from "../storage/index.ts";
import type { Options } from "./options.ts";

/**
 * Begins to follow, by the option `follow`. @returns null = without the option; or the file is that of the first, and the other
 * hoglet, such as its former first, does not say that it has taken over
 * @throws misconfigured when the file cannot follow
 */
export async function beginFollowing({
  file,
  follow,
  lease,
  logger = silentLogger,
}: Options): Promise<Follower | null> {
  if (follow === undefined || file === undefined) return null;
  const isFirst =
    existsSync(file) && readFollowing(file) === null && !(await stepAside({ file, follow, lease, logger }));
  return isFirst ? null : openFollower(file, follow, logger);
}

interface Given {
  file: string;
  follow: FollowOptions;
  lease: string | undefined;
  logger: NonNullable<Options["logger"]>;
}

/**
 * Has the file of a former first follow from now on. Events that nobody else has are written beside it.
 * @returns false = it is the first still
 */
async function stepAside({ file, follow, lease, logger }: Given): Promise<boolean> {
  const url = follow.url.replace(/\/+$/, "");
  const db = openDatabase({ file, durability: "full" });
  try {
    const own = readIdentity(db);
    const other = own === null ? null : await askFor(url, own, lease);
    if (own === null || other === null)
      throw misconfigured("follow", `${file} exists and follows no other hoglet: name a file that does not exist.`);
    const [ownEpoch, epoch] = [epochOf(own), other === "away" ? 0 : epochOf(other)];
    if (other === "away" || epoch < ownEpoch || (epoch === ownEpoch && other.is_following)) {
      logger.info("The file is that of the first: it follows none.", { file, epoch: ownEpoch });
      return false;
    }
    if (epoch === ownEpoch)
      throw misconfigured(
        "follow",
        `${url} and ${file} are both the first: one is a copy. Name a file that does not exist.`,
      );
    if (other.is_following) throw misconfigured("follow", `${url} follows another hoglet: name that one.`);
    const after = Math.min(...other.starts.slice(ownEpoch - 1));
    await saveSurplus({ db, file, logger }, ownEpoch, after);
    db.close();
    writeFollowing(file, { database: own.database, url });
    return true;
  } finally {
    db.close();
  }
}

/** @returns "away" = it does not answer, and the lease says that it has not taken over */
async function askFor(url: string, own: Identity, lease: string | undefined): Promise<Standing | "away" | null> {
  try {
    return await standingAt(url, own.database);
  } catch (error) {
    if (lease !== undefined && (await isEpochFree(lease, own))) return "away";
    throw misconfigured(
      "follow",
      `${url} does not answer (${reasonOf(error)}), so it cannot be told which of the two is the first. To be the first, start without follow.`,
    );
  }
}

/** Writes the events of a former first that the new one has not, as lines for `hoglet import`, one file for each project. */
async function saveSurplus(
  { db, file, logger }: { db: Db; file: string; logger: NonNullable<Options["logger"]> },
  epoch: number,
  after: number,
): Promise<void> {
  const projects = db.sql<number>("SELECT id FROM projects ORDER BY id").pluck().all();
  for (const project of projects) {
    const lines: string[] = [];
    const path = `${file}.epoch-${epoch}.project-${project}.ndjson`;
    let count = 0;
    const flush = () =>
      appendFile(
        path,
        lines
          .splice(0)
          .map((line) => `${line}\n`)
          .join(""),
        { mode: 0o600, flush: true },
      );
    for await (const line of eventLinesAfter({ db }, project, after)) {
      lines.push(line);
      count += 1;
      if (lines.length >= LINES_AT_ONCE) await flush();
    }
    if (lines.length > 0) await flush();
    if (count === 0) continue;
    logger.warn(`${count} events were stored here and not by the new first. Import them there: ${path}.`, {
      project,
      count,
    });
  }
}

const LINES_AT_ONCE = 1000;
