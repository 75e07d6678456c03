import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { ActorIndex } from "../../../../lib/engines/columns/actor-index/actor-index.ts";
import { indexSteps } from "../../../../lib/engines/columns/actor-index/index-steps.ts";
import { createPeople } from "../../../../lib/engines/columns/entities/people.ts";
import { openExecution } from "../../../../lib/engines/columns/execution.ts";
import { BLOCK_SIZE } from "../../../../lib/engines/columns/log/segment.ts";
import { createStore } from "../../../../lib/engines/columns/log/store.ts";
import type { Db } from "../../../../lib/storage/index.ts";
import { loadCase, openEmpty } from "../../../questions/load-case.ts";
import { addRow, firstRow } from "../../../support/add-row.ts";

/** A project with a full block of 40 events, and one event after it. */
function open(): { db: Db; projectId: number } {
  const db = openEmpty();
  const events = Array.from({ length: 40 }, (_, index) => ({
    event: `event ${index % 3}`,
    distinct_id: `id${index % 7}`,
    timestamp: `2024-03-${String((index % 28) + 1).padStart(2, "0")}T00:00:00Z`,
  }));
  const { id: projectId } = loadCase(db, { now: "2024-04-01T00:00:00Z", events });
  addAfter(db, projectId);
  return { db, projectId };
}

/** Adds an event behind a gap in `seq`, so that the block of all earlier events is full. */
function addAfter(db: Db, projectId: number): void {
  const seq = Number(db.sql("SELECT max(seq) FROM events").pluck().get()) + BLOCK_SIZE;
  addRow(db, { ...firstRow(db, projectId), seq });
}

/** The rows of an actor index without those in its room. */
function ownRows(actorIndex: ActorIndex | null): number | undefined {
  return actorIndex?.tail == null ? actorIndex?.places.length : actorIndex.offsets[actorIndex.tail.firstStretch];
}

const indexes = suite("ActorIndexes");

indexes("makes an actor index when half as many rows were put together without it as it has", () => {
  const { db, projectId } = open();
  const kept = { store: createStore(db), peopleStore: createPeople(db) };
  const ask = (wanted: number[]) => {
    const execution = openExecution(db, { ...kept, projectId });
    return execution.actorIndexes.find(execution, wanted);
  };
  assert.is(ask([9]), null);
  assert.is(ask([9]), null);
  const actorIndex = ask([9]);
  assert.is(ownRows(actorIndex), 40);
  assert.is(actorIndex?.places.length, 41, "the room has the later event");
  assert.is(ask([9]), actorIndex);
  // The later event is in a full block now, but building the index again does not pay yet.
  addAfter(db, projectId);
  for (let turn = 0; turn < 20; turn++) assert.is(ownRows(ask([40, 1])), 40, `turn ${turn}`);
  assert.is(ownRows(ask([40, 1])), 41);
  db.close();
});

indexes("leaves a deferred actor index to the steps, which give it up when an event is deleted", () => {
  const { db, projectId } = open();
  const kept = { store: createStore(db, { isIndexDeferred: true }), peopleStore: createPeople(db) };
  const ask = (wanted: number[]) => {
    const execution = openExecution(db, { ...kept, projectId });
    return execution.actorIndexes.find(execution, wanted);
  };
  const run = () => [...indexSteps({ db, ...kept })].length;
  assert.is(ask([4]), null);
  assert.is(run(), 0, "an eighth of the rows is not enough");
  assert.is(ask([4]), null);
  assert.ok(run() > 0);
  assert.is(ownRows(ask([4])), 40);
  addAfter(db, projectId);
  assert.is(ownRows(ask([40, 1])), 40);
  kept.store.actorIndexes.want(projectId, 41);
  assert.is(run(), 0, "a new row is no reason to build it again");
  const seq = Number(db.sql("SELECT max(seq) FROM events").pluck().get());
  for (let at = 1; at <= 9; at++) addRow(db, { ...firstRow(db, projectId), seq: seq + at });
  addAfter(db, projectId);
  kept.store.actorIndexes.want(projectId, 51);
  const steps = indexSteps({ db, ...kept });
  assert.is(steps.next().done, false);
  assert.is(ownRows(ask([40, 1])), 40, "questions use the old one meanwhile");
  db.sql("DELETE FROM events WHERE seq = (SELECT min(seq) FROM events)").run();
  assert.is(steps.next().done, true);
  assert.is(ask([0]), null);
  kept.store.actorIndexes.want(projectId, 40);
  assert.ok(run() > 0);
  assert.is(ownRows(ask([0])), 50);
  db.close();
});

indexes("makes none that would take too much of the memory, and forgets it when events are deleted", () => {
  const { db, projectId } = open();
  const peopleStore = createPeople(db);
  const ask = (store: ReturnType<typeof createStore>) => {
    const execution = openExecution(db, { store, peopleStore, projectId });
    return execution.actorIndexes.find(execution, [40]);
  };
  assert.is(ask(createStore(db, { budgetBytes: 300 })), null);
  const store = createStore(db, { budgetBytes: 100_000 });
  assert.is(ownRows(ask(store)), 40);
  db.sql("DELETE FROM events WHERE seq = (SELECT min(seq) FROM events)").run();
  assert.is(ownRows(ask(store)), 39);
  db.close();
});

indexes.run();
