import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createRandom } from "../../../../fixtures/random.ts";
import { BLOCK_SIZE } from "../../../../lib/engines/columns/log/segment.ts";
import { createStore } from "../../../../lib/engines/columns/log/store.ts";
import { createActorIndex } from "../../../../lib/engines/columns/actor-index/build-index.ts";
import { createPeople } from "../../../../lib/engines/columns/entities/people.ts";
import { openExecution } from "../../../../lib/engines/columns/execution.ts";
import { addEvents, openLog, skip } from "../random-log.ts";
import { openEmpty } from "../../../questions/load-case.ts";

const actorIndex = suite("createActorIndex");

actorIndex("puts the rows of each distinct id behind one another, in order of time, then of arrival", () => {
  for (let seed = 1; seed <= 5; seed++) {
    const { execution, fullCount, close } = openBlocks(seed);
    const made = createActorIndex(execution.segments, execution.people, fullCount);
    assert.ok(made);
    const { ids, offsets, places, lows, tags, tagBits, minMs, nameIds } = made;
    const found: unknown[] = [];
    for (const [index, id] of ids.entries()) {
      for (let row = offsets[index] ?? 0; row < (offsets[index + 1] ?? 0); row++) {
        const tag = tags[row] ?? 0;
        const ms = minMs + (lows[row] ?? 0) + (tag >>> tagBits) * 2 ** 32;
        found.push([id, ms, nameIds[tag & (2 ** tagBits - 1)], places[row]]);
      }
    }
    const all = execution.segments.slice(0, fullCount).flatMap((segment, index) =>
      segment.runs.flatMap(({ eventNameId, start, end }) =>
        Array.from({ length: end - start }, (_, at) => {
          const row = start + at;
          const { ids: own, times } = segment.core();
          const came = index * BLOCK_SIZE + (segment.seqs()[row] ?? 0);
          return {
            id: own[row] ?? 0,
            ms: segment.minMs + (times[row] ?? 0),
            came,
            eventNameId,
            place: (index << 16) | row,
          };
        }),
      ),
    );
    const wanted = all.toSorted((a, b) => a.id - b.id || a.ms - b.ms || a.came - b.came);
    assert.equal(
      found,
      wanted.map(({ id, ms, eventNameId, place }) => [id, ms, eventNameId, place]),
      `seed ${seed}`,
    );
    close();
  }
});

actorIndex.run();

/** Some full blocks of events, many of them late, of ids of two projects. */
function openBlocks(seed: number) {
  const random = createRandom(seed);
  const db = openEmpty();
  const [project] = openLog(db, random);
  assert.ok(project);
  for (let block = 0; block < 3; block++) {
    addEvents(db, project, random, 60);
    skip(db, BLOCK_SIZE);
  }
  const execution = openExecution(db, { store: createStore(db), peopleStore: createPeople(db), projectId: project.id });
  return { execution, fullCount: execution.fullCount, close: () => db.close() };
}
