import { setInterval } from "../base/platform.ts";
import { unavailable } from "../base/errors.ts";
import { gone } from "./gone.ts";
import { openLogTail } from "../storage/wal/index.ts";
import { createCommitRing } from "./commit-ring.ts";
import { GROUP_BYTES, HASHED_GROUPS, MOST_BYTES, packPart, SENT_GROUPS, sha256 } from "./part.ts";
import type { Identity } from "./part.ts";
import type { Question } from "./protocol.ts";

/** Answers a follower's questions. @throws HogletError */
export type ServePages = (question: Question, identity: Identity) => Promise<Buffer>;

/** Ms between two looks at the log: a look reads 100 bytes. Longer, and followers are further behind. */
const LOOK_MS = 20;

/** Ms without commits after which the log is emptied, as a run of deletions waits for it. */
const QUIET_MS = 200;

/** Tries of an emptied log, each at a look, before a follower can begin. */
const BEGIN_TRIES = 100;

/** Follows the commits of a database, for followers of other machines. In a process of its own. */
export function openServePages(file: string): ServePages {
  const tail = openLogTail(file, MOST_BYTES);
  const ring = createCommitRing(tail.pageBytes);
  /** The last fold: the file has at least the commits up to this mark. */
  let base: { mark: string; pages: number } | null = null;
  let looks: (() => void)[] = [];
  let quietLooks = 0;
  let fault: unknown = null;

  const fold = (isQuiet: boolean) => {
    const { last, pages } = tail.fold(isQuiet);
    if (last !== null) ring.add(last);
    if (pages !== null) base = { mark: ring.mark, pages };
    return pages !== null;
  };
  let isFolded = false;
  const look = () => {
    try {
      const committed = tail.next();
      if (committed !== null) ring.add(committed);
      quietLooks = committed === null ? quietLooks + 1 : 0;
      if (committed !== null) isFolded = false;
      const isQuiet = quietLooks * LOOK_MS >= QUIET_MS && !isFolded;
      if (fold(isQuiet)) isFolded = true;
      else if (isQuiet) quietLooks = 0;
    } catch (error) {
      fault = error;
    }
    for (const seen of looks.splice(0)) seen();
  };
  look();
  setInterval(look, LOOK_MS);
  const nextLook = () => new Promise<void>((resolve) => looks.push(resolve));

  const begin = async () => {
    for (let tried = 0; tried < BEGIN_TRIES; tried++) {
      if (fold(true) && base !== null) return base;
      await nextLook();
    }
    throw unavailable("database_busy", "Another program reads an older moment of the database for long.", undefined);
  };
  const readGroup = (number: number) => {
    const group = Buffer.alloc(GROUP_BYTES);
    // Less is there behind the end of the file: commits give the rest.
    tail.read(group, number * GROUP_BYTES);
    return group;
  };
  return async (question, identity) => {
    if (fault !== null) throw fault;
    if (question.kind === "begin") {
      const { mark, pages } = await begin();
      return packPart({ ...identity, format: tail.format(), mark, pages, pageBytes: tail.pageBytes }, []);
    }
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
    for (let waited = 0; after === ring.mark && waited < waitMs; waited += LOOK_MS) await nextLook();
    const found = ring.after(after);
    if (found === null) throw gone();
    const { changed, ...head } = found;
    return packPart({ ...identity, after, ...head, numbers: [...changed.keys()] }, [...changed.values()]);
  };
}
