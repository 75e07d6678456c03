import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createRandom } from "../../../../fixtures/random.ts";
import { projectBlock } from "../../../../lib/engines/columns/index.ts";
import { findIndex } from "../../../../lib/engines/columns/actor-index/indexed-rows.ts";
import { SINGLE_WORKER } from "../../../../lib/engines/columns/group/worker-group.ts";
import { createPeople } from "../../../../lib/engines/columns/entities/people.ts";
import { createOwners, ActorShare } from "../../../../lib/engines/columns/entities/actor-share.ts";
import { openExecution } from "../../../../lib/engines/columns/execution.ts";
import { BLOCK_SIZE } from "../../../../lib/engines/columns/log/segment.ts";
import { createStore } from "../../../../lib/engines/columns/log/store.ts";
import { writeNow } from "../../../../lib/storage/index.ts";
import type { Db } from "../../../../lib/storage/index.ts";
import { insertEvent, loadCase, openEmpty } from "../../../questions/load-case.ts";
import { withoutKernels } from "../kernels/kernel-part.ts";
import { addEvents, disturb, openLog, skip } from "../random-log.ts";
import { addRow, firstRow } from "../../../support/add-row.ts";
import { seeds, whenAll } from "../../../support/rounds.ts";
import { ALWAYS, openRows, readRows, toText } from "./read-rows.ts";

/** Leaves out the events that fill blocks, which have times in 1970. */
const SINCE_2000 = { fromMs: Date.UTC(2000, 0), untilMs: 1e15 };

/** Adds an event behind a gap in `seq`, so that the block of the events so far is full. */
function fillBlock(db: Db, projectId: number): void {
  const seq = Number(db.sql("SELECT max(seq) FROM events").pluck().get()) + BLOCK_SIZE;
  addRow(db, { ...firstRow(db, projectId), seq, timestamp: 1 });
}

const indexed = suite("readIndexedRows");

indexed("gives the rows that are found without an actor index, after merges, late events and new blocks", compareAll);

whenAll(indexed)("gives them where compiled kernels get no memory", () => withoutKernels(compareAll));

function compareAll(): void {
  const played = seeds(1, 8);
  let indexCount = 0;
  for (const seed of played) {
    const random = createRandom(seed);
    const db = openEmpty();
    const [project] = openLog(db, random);
    assert.ok(project);
    const kept = { store: createStore(db), peopleStore: createPeople(db) };
    for (let round = 0; round < 8; round++) {
      addEvents(db, project, random, 40);
      if (random.chance(0.6)) skip(db, BLOCK_SIZE);
      if (random.chance(0.5)) disturb(db, project, random);
      if (random.chance(0.5)) projectBlock(db);
      for (let turn = 0; turn < 3; turn++) {
        const range = random.chance(0.5) ? ALWAYS : { fromMs: Date.UTC(2024, 2, 5), untilMs: Date.UTC(2024, 2, 25) };
        const needs = random.pick([[], [0], [0, 2]]);
        const about = { projectId: project.id, sessionRange: range };
        const execution = openExecution(db, { ...kept, ...about });
        if (findIndex(execution, range, () => true) !== null) indexCount++;
        // Personless actors have the numbers of the people's store.
        const fresh = openExecution(db, { store: createStore(db), peopleStore: kept.peopleStore, ...about });
        const [found, wanted] = [readRows(execution, range, needs), readRows(fresh, range, [])];
        assert.is(toText(found, needs), toText(wanted, needs), `seed ${seed}, round ${round}, turn ${turn}`);
      }
    }
    db.close();
  }
  assert.ok(indexCount > 6 * played.length, `${indexCount} indexes`);
}

indexed("puts events of one moment in the order of arrival, whichever of a person's ids they came from", () => {
  const db = openEmpty();
  const ids = ["x", "y", "z"];
  const names = ["viewed", "paid", "paid", "viewed", "paid", "viewed", "viewed"];
  const events = names.map((event, index) => {
    return { event, distinct_id: ids[(index * 2) % 3] ?? "", timestamp: "2024-03-10T00:00:00Z" };
  });
  const persons = [{ distinct_ids: ids }];
  const { id: projectId } = loadCase(db, { now: "2024-04-01T00:00:00Z", persons, events });
  fillBlock(db, projectId);
  const kept = { store: createStore(db), peopleStore: createPeople(db) };
  for (let turn = 0; turn < 3; turn++) {
    const execution = openExecution(db, { ...kept, projectId, sessionRange: SINCE_2000 });
    if (turn === 2) assert.ok(findIndex(execution, SINCE_2000, () => true));
    const [list = []] = readRows(execution, SINCE_2000, []).values();
    assert.equal(
      list.map(([, bits]) => bits),
      names.map((name) => (name === "paid" ? 1 : 4)),
    );
  }
  db.close();
});

indexed(
  "shows each actor to the thread of a worker group that came first, whether the actor index or the tail has rows of it",
  () => {
    const db = openEmpty();
    const ids = Array.from({ length: 2000 }, (_, index) => `id ${index}`);
    const [past, since] = ["2024-03-10T00:00:00Z", "2024-03-11T00:00:00Z"];
    // A third of the actors is in the actor index only, a third also in the tail, a third in the tail only.
    const before = ids.flatMap((id, index) =>
      index % 3 === 2 ? [] : [{ event: "paid", distinct_id: id, timestamp: past }],
    );
    const later = ids.flatMap((id, index) =>
      index % 3 === 0 ? [] : [{ event: "paid", distinct_id: id, timestamp: since }],
    );
    const persons = ids.map((id) => ({ distinct_ids: [id] }));
    const { id: projectId } = loadCase(db, { now: "2024-04-01T00:00:00Z", persons, events: before });
    fillBlock(db, projectId);
    const kept = { store: createStore(db), peopleStore: createPeople(db) };
    const open = () => openExecution(db, { ...kept, projectId });
    while (findIndex(open(), SINCE_2000, () => true) === null);
    writeNow(db, () => later.forEach((event) => insertEvent(db, projectId, event)));
    const all = readRows(open(), SINCE_2000, []);
    assert.is(all.size, ids.length);

    const owners = createOwners(SINGLE_WORKER, open().people.actorLimit);
    const [first, second] = [0, 1].map((place) => {
      const execution = { ...open(), actorShare: new ActorShare(owners, place) };
      return () => openRows(execution, SINCE_2000, []);
    });
    assert.ok(first && second);
    const found: number[][] = [[], []];
    first().each((actor) => {
      // The second thread starts after this thread has taken its first actors, and takes all remaining actors.
      if (found[0]?.length === 0) second().each((other) => found[1]?.push(other));
      found[0]?.push(actor);
    });
    assert.ok(
      found.every((actors) => actors.length > 400),
      "both have some",
    );
    assert.equal(
      found.flat().toSorted((a, b) => a - b),
      [...all.keys()],
    );
    // A thread that reads again in the same question sees the same actors.
    for (const [place, rows] of [first, second].entries()) {
      const again: number[] = [];
      rows().each((actor) => again.push(actor));
      assert.equal(again, found[place]);
    }
    db.close();
  },
);

indexed("takes new blocks into the actor index of a worker group once they were put together often enough", () => {
  const db = openEmpty();
  const events = Array.from({ length: 20 }, () => ({
    event: "paid",
    distinct_id: "a",
    timestamp: "2024-03-10T00:00:00Z",
  }));
  const { id: projectId } = loadCase(db, { now: "2024-04-01T00:00:00Z", persons: [{ distinct_ids: ["a"] }], events });
  fillBlock(db, projectId);
  const kept = { store: createStore(db), peopleStore: createPeople(db) };
  /** Without those in its room. */
  const rowsOf = () => {
    const execution = openExecution(db, { ...kept, projectId });
    execution.actorShare = new ActorShare(createOwners(SINGLE_WORKER, execution.people.actorLimit), 0);
    const actorIndex = findIndex(execution, SINCE_2000, () => true);
    return actorIndex?.offsets[actorIndex.tail?.firstStretch ?? actorIndex.ids.length];
  };
  assert.is(rowsOf(), 20);
  fillBlock(db, projectId);
  for (let turn = 0; turn < 10; turn++) assert.is(rowsOf(), 20, `turn ${turn}`);
  assert.is(rowsOf(), 21);
  db.close();
});

indexed.run();
