import { existsSync } from "node:fs";
import { performance, sleep } from "../base/platform.ts";
import { FILE_FORMAT, toKnown } from "../storage/index.ts";
import { createFile, openPageWriter } from "../storage/wal/index.ts";
import type { PageWriter } from "../storage/wal/index.ts";
import { createAskFirst, Gone, Refused, Unanswered } from "./ask-first.ts";
import type { AskFirst } from "./ask-first.ts";
import { readFollowing, writeFollowing } from "./follower-file.ts";
import { epochOf } from "./identity.ts";
import { IDENTITY_SQL } from "./notes.ts";
import type { Identity } from "./identity.ts";
import { compareGroups, putPages } from "./compare-groups.ts";
import { Beginning, Commits } from "./part.ts";
import type { Named } from "./part.ts";
import type { FollowerNews, ToFollower } from "./protocol.ts";

/** Ms that the first waits for a commit: the state of a follower is that old at most. */
const WAIT_MS = 1000;

/** Pauses in ms after a failure, and the last one from then on. */
const PAUSES_MS = [50, 100, 200, 500, 1000, 2000];

/** As new databases. */
const PRIVATE_MODE = 0o600;

/** Ms between two tries of emptying the follower's own log. */
const FOLD_EVERY_MS = 1000;

/** Follows a first until the process ends. Every commit of the file is a moment of the first. */
export async function follow(
  { file, url, key, ownUrl }: ToFollower,
  tell: (news: FollowerNews) => void,
): Promise<never> {
  const ask = createAskFirst(url, key);
  const follower = createFollower({ file, url, ownUrl }, ask);
  let failures = 0;
  for (;;) {
    try {
      const isWritten = await follower.next();
      failures = 0;
      if (isWritten) tell({ kind: "written" });
      if (follower.isCurrent) tell({ kind: "current" });
    } catch (error) {
      follower.failed(error);
      if (error instanceof Gone) continue;
      const known = toKnown(error);
      const reason = known instanceof Error ? known.message : String(known);
      tell({ kind: "failed", reason, isRefused: error instanceof Refused });
      await sleep(PAUSES_MS[Math.min(failures++, PAUSES_MS.length - 1)]);
    }
  }
}

function createFollower({ file, url, ownUrl }: Omit<ToFollower, "key">, ask: AskFirst) {
  let writer: PageWriter | null = null;
  /** The mark of the first's moment that the file is; null = unknown. */
  let mark: string | null = null;
  let isCurrent = false;
  let foldedMs = 0;

  const accept = (found: Named) => requireFollowed({ file, url, own: identityOf(writer) }, found);
  const commits = async (after: string, waitMs: number) => {
    const { head, bytes } = await ask(Commits, `/commits?after=${after}&wait_ms=${waitMs}`);
    accept(head);
    // A reply of an earlier question, which a proxy kept.
    if (head.after !== after)
      throw new Unanswered(`Expected the commits after ${after}, but received those after ${head.after}.`);
    return { ...head, bytes };
  };
  const open = async () => {
    const { head } = await ask(Beginning, ownUrl === null ? "" : `?own_url=${encodeURIComponent(ownUrl)}`);
    if (head.format !== FILE_FORMAT)
      throw new Refused(
        `${url} has format ${head.format}, and this hoglet ${FILE_FORMAT}: use the same version of hoglet.`,
      );
    prepareFile(file, { database: head.database, url });
    writer ??= openPageWriter(file);
    if (writer.pageBytes !== head.pageBytes)
      throw new Refused(`${url} has pages of ${head.pageBytes} bytes, and ${file} of ${writer.pageBytes}.`);
    accept(head);
    return { ...head, writer };
  };
  /** Compares all groups of pages, and writes those that differ with the commits since. */
  const startOver = async () => {
    const { writer: into, ...begun } = await open();
    if (!into.isInFile()) throw new Error("A reader holds an older moment of the follower's database.");
    into.begin();
    const reached = await compareGroups({ ask, writer: into, commits: (after) => commits(after, 0) }, begun);
    into.commit(reached.pages);
    [mark, isCurrent] = [reached.mark, true];
    return true;
  };
  const goOn = async (into: PageWriter, after: string) => {
    const found = await commits(after, WAIT_MS);
    if (found.pages !== null) {
      if (!into.begin()) throw new Error("Another program has written to the follower's database.");
      putPages(into, found.numbers, found.bytes);
      into.commit(found.pages);
    }
    [mark, isCurrent] = [found.mark, !found.hasMore];
    return found.pages !== null;
  };
  const fold = () => {
    const nowMs = performance.now();
    if (nowMs - foldedMs < FOLD_EVERY_MS) return;
    foldedMs = nowMs;
    writer?.fold();
  };
  return {
    get isCurrent() {
      return isCurrent;
    },
    /** Writes the next commits, or waits for some. @returns false = there were none */
    async next() {
      const isWritten = writer === null || mark === null ? await startOver() : await goOn(writer, mark);
      fold();
      return isWritten;
    },
    /** Leaves the file as it was. The next time groups of pages are compared, unless the first only did not answer. */
    failed(error: unknown) {
      writer?.abort();
      isCurrent = false;
      if (!(error instanceof Unanswered)) mark = null;
    },
  };
}

/** @throws Refused when it is another database than the followed one, or an older one */
function requireFollowed(
  { file, url, own }: { file: string; url: string; own: Identity | null },
  { database, epoch }: Named,
): void {
  if (readFollowing(file)?.database !== database)
    throw new Refused(`${url} has another database than the one that ${file} follows.`);
  if (own !== null && epochOf(own) > epoch)
    throw new Refused(
      `${url} has epoch ${epoch}, and ${file} has ${epochOf(own)}: another hoglet has taken over since.`,
    );
}

/** @throws Refused when the file has other data than that of the first */
function prepareFile(file: string, following: { database: string; url: string }): void {
  if (readFollowing(file) === null) {
    if (existsSync(file))
      throw new Refused(`${file} exists and follows no other hoglet: name a file that does not exist.`);
    writeFollowing(file, following);
  }
  if (!existsSync(file)) createFile(file, PRIVATE_MODE);
}

function identityOf(writer: PageWriter | null): Identity | null {
  if (writer === null || writer.rows("SELECT 1 FROM sqlite_schema WHERE name = 'notes'").length === 0) return null;
  const [row] = writer.rows<{ value: string }>(IDENTITY_SQL);
  return row === undefined ? null : (JSON.parse(row.value) as Identity);
}
