import { clearTimeout, setTimeout } from "../base/platform.ts";
import { closed, conflict, internal } from "../base/errors.ts";
import type { HogletError } from "../base/errors.ts";
import type { Logger } from "../base/log.ts";
import { startSideProcess } from "../base/side-process.ts";
import type { SideProcess } from "../base/side-process.ts";
import { filePath, fromSent } from "../storage/index.ts";
import type { Db } from "../storage/index.ts";
import { createFence } from "./fence.ts";
import type { Fence } from "./fence.ts";
import { gone } from "./errors.ts";
import type { HeldLease } from "./hold-lease.ts";
import { epochOf, takeIdentity } from "./identity.ts";
import type { TakeOverOptions } from "./follower.ts";
import type { FromServer, Question } from "./protocol.ts";
import type { TakenOver } from "./take-over.ts";

/** Gives followers the pages of the database. */
export interface First {
  /** @returns a part. @throws HogletError 410 when the commits after a mark are not known any more */
  ask(question: Question): Promise<Uint8Array>;
  /** Resolves when a follower has all that is stored now. @throws HogletError 503 after 5 s without one */
  replicated(): Promise<void>;
  /** Writes again after it has stepped down for a follower that is gone, when forced. @throws HogletError 409 else */
  takeOver(options: TakeOverOptions): Promise<TakenOver>;
  /** Sees that nothing is written after a follower has taken over. */
  fence: Fence;
  close(): Promise<void>;
}

/** Ms without a question after which the process ends, and followers that come later compare groups of pages. */
const IDLE_MS = 60_000;

/** Ms that a capture waits for a follower. */
const HELD_MS = 4000;

/** Codes of refusals after which the process goes on. */
const QUIET = new Set(["gone", "not_replicated"]);

/** Pages after which a commit folds the log: SQLite's default, and while the process does it earlier. */
const FOLD_AFTER_PAGES = { alone: 1000, served: 8000 };

type Waiting = (reply: FromServer | null) => void;

/** The process starts with the first question. */
export function createFirst({ db, log, lease }: { db: Db; log: Logger; lease: HeldLease | null }): First {
  const fence = createFence({ db, log, lease });
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;
  let child: SideProcess | null = null;
  let isClosed = false;
  let idle: NodeJS.Timeout | undefined;
  let ids = 0;
  const waiting = new Map<number, Waiting>();

  const fold = (pages: number) => {
    if (db.sqlite.open) db.sqlite.pragma(`wal_autocheckpoint = ${pages}`);
  };
  const ended = () => {
    fold(FOLD_AFTER_PAGES.alone);
    for (const settle of waiting.values()) settle(null);
    waiting.clear();
  };
  const start = () => {
    const started = startSideProcess<FromServer>("replicationProcess", {
      message(reply) {
        waiting.get(reply.id)?.(reply);
        waiting.delete(reply.id);
      },
      gone: ended,
    });
    started.hold(false);
    fold(FOLD_AFTER_PAGES.served);
    return started;
  };
  const end = async () => {
    clearTimeout(idle);
    const last = child;
    child = null;
    await last?.kill();
  };
  const ask = async (question: Question) => {
    if (isClosed) throw closed();
    const file = requireFollowable(db);
    fence.requireFirst();
    const found = await takeIdentity(db);
    const identity = { database: found.database, epoch: epochOf(found) };
    db.requireFile(true);
    child = child === null || child.isGone ? start() : child;
    const own = child;
    clearTimeout(idle);
    idle = setTimeout(() => void end(), IDLE_MS).unref();
    const id = ++ids;
    const reply = await new Promise<FromServer | null>((resolve) => {
      waiting.set(id, resolve);
      own.send({ serve: { id, file, identity, question } });
    });
    // The server ends: followers compare groups of pages with the next one.
    if (reply === null) throw isClosed ? gone() : internal(new Error(`The process ended: ${own.words}`));
    if ("part" in reply) return reply.part;
    // A new process answers the next question.
    const error = fromSent(reply.error);
    if (!QUIET.has((error as HogletError).code)) await end();
    throw error;
  };
  const untilHeld = () => {
    next = null;
    running = ask({ kind: "held", waitMs: HELD_MS })
      .then(() => {})
      .finally(() => (running = null));
    return running;
  };
  return {
    ask,
    async takeOver({ force = false }) {
      await fence.resume(force);
      const identity = await takeIdentity(db);
      return { epoch: epochOf(identity), is_complete: true, lag_seconds: 0 };
    },
    fence,
    // One question for all that come while another runs.
    replicated: () => (running === null ? untilHeld() : (next ??= running.catch(() => {}).then(untilHeld))),
    async close() {
      isClosed = true;
      fence.close();
      await end();
    },
  };
}

/** @returns its file @throws HogletError 409 when nobody can follow the database */
export function requireFollowable(db: Db): string {
  const file = filePath(db);
  if (file === undefined) throw conflict(null, "A database in memory cannot be followed.");
  if (db.isFollowing) throw conflict(null, "This hoglet follows another. Follow that.");
  if (db.checkpoint === "external")
    throw conflict(null, "With checkpoint external another program holds the log: this hoglet cannot be followed.");
  return file;
}
