import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createRandom } from "../../../../fixtures/random.ts";
import type { ActorIndex } from "../../../../lib/engines/columns/actor-index/actor-index.ts";
import { createActorIndex } from "../../../../lib/engines/columns/actor-index/build-index.ts";
import { findTail, readingTail } from "../../../../lib/engines/columns/actor-index/index-tail.ts";
import { createPeople } from "../../../../lib/engines/columns/entities/people.ts";
import { openExecution } from "../../../../lib/engines/columns/execution.ts";
import { PeerLost } from "../../../../lib/engines/columns/group/worker-group.ts";
import { BLOCK_SIZE } from "../../../../lib/engines/columns/log/segment.ts";
import { createStore } from "../../../../lib/engines/columns/log/store.ts";
import { loadCase, openEmpty } from "../../../questions/load-case.ts";
import { addEvents, openLog, skip } from "../random-log.ts";
import { seeds, size } from "../../../support/rounds.ts";

/** A log of three full blocks, and some events after them that are not older. */
function open(seed: number) {
  const random = createRandom(seed);
  const db = openEmpty();
  const [project] = openLog(db, random);
  assert.ok(project);
  const kept = { store: createStore(db), peopleStore: createPeople(db) };
  for (let block = 0; block < 3; block++) {
    addEvents(db, project, random, 60);
    skip(db, BLOCK_SIZE);
  }
  addEvents(db, project, random, 30);
  return {
    now: () => openExecution(db, { ...kept, projectId: project.id }),
    add: () => addEvents(db, project, random, 10),
    close: () => db.close(),
  };
}

/** The rows of each distinct id: time, name and place, in their order. */
function rowsOf({ ids, offsets, lows, tags, tagBits, places, minMs, nameIds }: ActorIndex): unknown {
  const found = new Map<number, unknown[]>();
  for (const [stretch, id] of ids.entries()) {
    const own = found.get(id) ?? [];
    found.set(id, own);
    for (let row = offsets[stretch] ?? 0; row < (offsets[stretch + 1] ?? 0); row++) {
      const tag = tags[row] ?? 0;
      const ms = minMs + (lows[row] ?? 0) + (tag >>> tagBits) * 2 ** 32;
      own.push([ms, nameIds[tag & (2 ** tagBits - 1)], places[row]]);
    }
  }
  return [...found]
    .map(([id, own]) => JSON.stringify([id, own.map((row) => JSON.stringify(row)).toSorted()]))
    .toSorted();
}

const tail = suite("findTail");

tail("puts the rows of later segments into the room of an index, again when there are more", () => {
  let found = 0;
  for (const seed of seeds(4, 12)) {
    const { now, add, close } = open(seed);
    const first = now();
    const index = createActorIndex(first.segments, first.people, first.fullCount);
    assert.ok(index);
    let known = findTail(index, null, first);
    for (let round = 0; round < 3; round++) {
      const execution = now();
      known = findTail(index, known, execution) ?? known;
      const whole = createActorIndex(execution.segments, execution.people, execution.segments.length);
      if (known !== null && whole !== null && known.longer.segmentCount === execution.segments.length) {
        assert.equal(rowsOf(known.longer), rowsOf(whole), `seed ${seed}, round ${round}`);
        assert.is(findTail(index, known, execution), known, "nothing has come");
        found++;
      }
      add();
    }
    close();
  }
  assert.ok(found > size(4, 15), `${found} rooms`);
});

tail("leaves rows that are older than those of the index", () => {
  const db = openEmpty();
  const events = [{ event: "paid", distinct_id: "a", timestamp: "2024-03-10T00:00:00Z" }];
  const { id: projectId } = loadCase(db, { now: "2024-04-01T00:00:00Z", events });
  const kept = { store: createStore(db), peopleStore: createPeople(db) };
  const { people, segments } = openExecution(db, { ...kept, projectId });
  const index = createActorIndex(segments, people, 1);
  assert.ok(index);
  const [own] = segments;
  assert.ok(own);
  const older = { ...own, minMs: own.minMs - 1 };
  assert.is(findTail(index, null, { people, segments: [own, older] }), null);
  assert.is(findTail(index, null, { people, segments: [own, own] })?.longer.segmentCount, 2);
  assert.is(findTail(index, null, { people, segments: [own, own, older] })?.longer.segmentCount, 2);
  db.close();
});

tail("leaves the room alone while another thread reads it, which reads no other content than its own", () => {
  const { now, add, close } = open(2);
  const first = now();
  const index = createActorIndex(first.segments, first.people, first.fullCount);
  const known = index === null ? null : findTail(index, null, first);
  assert.ok(index && known);
  add();
  const later = now();
  readingTail(known.longer, () => assert.is(findTail(index, known, later), null));
  assert.throws(
    () => readingTail(known.longer, () => {}),
    (error: unknown) => error instanceof PeerLost,
  );
  const next = findTail(index, known, later);
  assert.ok(next);
  assert.is(
    readingTail(next.longer, () => 5),
    5,
  );
  assert.throws(
    () => readingTail(known.longer, () => {}),
    (error: unknown) => error instanceof PeerLost,
  );
  close();
});

tail.run();
