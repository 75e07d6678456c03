import { performance } from "../base/platform.ts";
import { unavailable } from "../base/errors.ts";
import { gone, notReplicated } from "./errors.ts";
import { openLogWatch } from "./log-watch.ts";
import { GROUP_BYTES, HASHED_GROUPS, packPart, SENT_GROUPS, sha256 } from "./part.ts";
import type { Named } from "./part.ts";
import type { Question } from "./protocol.ts";

/** Answers a follower's questions. @throws HogletError */
export type ServePages = (question: Question, identity: Named) => Promise<Buffer>;

/** Ms of tries to empty the log before a follower begins. */
const BEGIN_MS = 2000;

/** Serves the pages of a database to followers of other machines. In a process of its own. */
export function openServePages(file: string): ServePages {
  const log = openLogWatch(file);
  const { tail, ring } = log;

  const begin = async () => {
    const untilMs = performance.now() + BEGIN_MS;
    for (;;) {
      const base = log.fold();
      if (base !== null) return base;
      if (performance.now() > untilMs) {
        const detail = "Another program reads an older moment of the database for long.";
        throw unavailable("database_busy", detail, undefined);
      }
      await log.next();
    }
  };
  const untilHeld = async (waitMs: number) => {
    log.look();
    const isHeld = ring.watch();
    const untilMs = performance.now() + waitMs;
    while (!isHeld()) {
      if (performance.now() > untilMs) throw notReplicated();
      await log.next();
    }
    return Buffer.alloc(0);
  };
  const readGroup = (number: number) => {
    const group = Buffer.alloc(GROUP_BYTES);
    // Less is there behind the end of the file: commits give the rest.
    tail.read(group, number * GROUP_BYTES);
    return group;
  };
  return async (question, identity) => {
    log.requireSound();
    if (question.kind === "begin") {
      const { mark, pages } = await begin();
      return packPart({ ...identity, format: tail.format(), mark, pages, pageBytes: tail.pageBytes }, []);
    }
    if (question.kind === "held") return untilHeld(question.waitMs);
    if (question.kind === "hashes") {
      const numbers = Array.from({ length: HASHED_GROUPS }, (_, index) => question.from + index);
      return packPart(
        { ...identity, since: question.since, numbers },
        numbers.map((number) => sha256(readGroup(number))),
      );
    }
    if (question.kind === "groups") {
      const numbers = question.numbers.slice(0, SENT_GROUPS);
      return packPart({ ...identity, since: question.since, numbers }, numbers.map(readGroup));
    }
    const { after, waitMs } = question;
    // Without waiting, it asks before it has written the commits up to the mark.
    if (waitMs > 0 && ring.reach(after)) log.wake();
    const untilMs = performance.now() + waitMs;
    while (after === ring.mark && performance.now() < untilMs) await log.next();
    const found = ring.after(after);
    if (found === null) throw gone();
    const { changed, ...head } = found;
    return packPart({ ...identity, after, ...head, numbers: [...changed.keys()] }, [...changed.values()]);
  };
}
