import { suite } from "uvu";
import * as assert from "uvu/assert";
import { joinQuestion, shareQuestion } from "../../../../lib/engines/columns/group/share-question.ts";
import type { AgreedState, GroupCaller } from "../../../../lib/engines/columns/group/share-question.ts";
import { PeerLost, SINGLE_WORKER } from "../../../../lib/engines/columns/group/worker-group.ts";
import type { Plan } from "../../../../lib/port/plan.ts";
import { openDatabase } from "../../../../lib/log/index.ts";
import { writeNow } from "../../../../lib/storage/index.ts";
import type { Db } from "../../../../lib/storage/index.ts";
import { tempFolder } from "../../../support/temp-folder.ts";

const PLAN: Plan = { kind: "any" };

/** Two connections to one file; `write` commits by the second. */
function open(): { db: Db; write: (by?: Db) => void; remove: () => void } {
  const folder = tempFolder();
  const file = folder.file("a.db");
  const [db, other] = [openDatabase({ file, durability: "normal" }), openDatabase({ file, durability: "normal" })];
  return {
    db,
    write: (by = other) => writeNow(by, () => by.sql("UPDATE log_changes SET deletions = deletions + 1").run()),
    remove() {
      other.close();
      db.close();
      folder.remove();
    },
  };
}

const sharing = suite("shareQuestion");

sharing("agrees on a state once, and again only after a commit or a lost thread", () => {
  const { db, write, remove } = open();
  const calls: boolean[] = [];
  let isLost = false;
  let isLate = false;
  const caller: GroupCaller = {
    others: 1,
    call(_, isUnchanged, run) {
      calls.push(isUnchanged);
      if (isLost && isUnchanged) throw new PeerLost();
      if (isLate && isUnchanged) write();
      return run({ ...SINGLE_WORKER, size: 2, gather: (mine) => [mine, mine] });
    },
  };
  const agreed: AgreedState = { version: undefined };
  const ask = () => {
    calls.length = 0;
    const answered = shareQuestion(db, { caller, agreed }, PLAN, () => db.sqlite.inTransaction);
    return [answered?.answer, ...calls];
  };
  assert.equal(ask(), [true, false]);
  assert.equal(ask(), [true, true]);
  write();
  assert.equal(ask(), [true, false]);
  assert.equal(ask(), [true, true]);
  isLost = true;
  assert.equal(ask(), [true, true, false], "the other thread saw a commit of this one");
  isLost = false;
  assert.equal(ask(), [true, true]);
  isLate = true;
  assert.equal(ask(), [true, true, false], "a commit came after the others were called");
  isLate = false;
  assert.equal(ask(), [true, true]);
  remove();
});

sharing("answers alone when the others see another state each time, and agrees on nothing", () => {
  const { db, remove } = open();
  const caller: GroupCaller = {
    others: 1,
    call: (_, __, run) => run({ ...SINGLE_WORKER, size: 2, gather: <T>(mine: T) => [mine, false as T] }),
  };
  const agreed: AgreedState = { version: undefined };
  assert.is(
    shareQuestion(db, { caller, agreed }, PLAN, () => 1),
    null,
  );
  assert.is(agreed.version, undefined);
  remove();
});

sharing.run();

const joining = suite("joinQuestion");

joining("gives up an unchanged state that it does not see, and waits for nobody in one that it does", () => {
  const { db, write, remove } = open();
  const agreed: AgreedState = { version: undefined };
  const gathered: unknown[] = [];
  const workers = {
    ...SINGLE_WORKER,
    gather: <T>(mine: T) => {
      gathered.push(mine);
      return [mine];
    },
  };
  const join = (isUnchanged: boolean) => {
    let runs = 0;
    gathered.length = 0;
    joinQuestion(db, { workers, agreed, isUnchanged }, () => (runs += 1));
    return [runs, ...gathered];
  };
  assert.throws(
    () => join(true),
    (error: unknown) => error instanceof PeerLost,
  );
  assert.equal(join(false), [1, null, null, true]);
  assert.equal(join(true), [1]);
  write();
  assert.throws(
    () => join(true),
    (error: unknown) => error instanceof PeerLost,
  );
  assert.throws(
    () => join(true),
    (error: unknown) => error instanceof PeerLost,
  );
  assert.equal(join(false), [1, null, null, true]);
  // A commit of its own connection is the other threads' to notice.
  write(db);
  assert.equal(join(true), [1]);
  remove();
});

joining.run();
