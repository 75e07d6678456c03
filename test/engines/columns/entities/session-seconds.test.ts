import { suite } from "uvu";
import * as assert from "uvu/assert";
import { projectBlock } from "../../../../lib/engines/columns/index.ts";
import { createPeople } from "../../../../lib/engines/columns/entities/people.ts";
import { openExecution } from "../../../../lib/engines/columns/execution.ts";
import { readSessionSeconds } from "../../../../lib/engines/columns/entities/session-seconds.ts";
import { createStore } from "../../../../lib/engines/columns/log/store.ts";
import { NO_SESSION, sessionIds } from "../../../../lib/engines/columns/entities/entity-ids.ts";
import { loadCase, openEmpty } from "../../../questions/load-case.ts";
import { skip } from "../random-log.ts";
import { addRow, firstRow } from "../../../support/add-row.ts";

const DAY_MS = Date.UTC(2024, 0, 1);

function at(second: number): string {
  return new Date(DAY_MS + second * 1000).toISOString();
}

const sessions = suite("readSessionSeconds");

sessions("gives whole seconds from a session's first to its last event in the range, whatever their names", () => {
  const db = openEmpty();
  const seen: [string, number, string?][] = [
    ["x", 10.2, "s"],
    ["y", 3, "s"],
    ["x", 99, "s"],
    ["x", 5, "t"],
    ["x", 6],
    ["y", 40],
    ["y", 500, "u"],
  ];
  const events = seen.map(([event, second, session]) => ({
    event,
    distinct_id: "a",
    timestamp: at(second),
    properties: session === undefined ? {} : { $session_id: session },
  }));
  const data = { now: "2024-02-01T00:00:00Z", persons: [{ distinct_ids: ["a"] }], events };
  const { id: projectId } = loadCase(db, data);
  // Stored and read from the log alike.
  for (const isStored of [false, true]) {
    if (isStored) {
      skip(db, 70_000);
      loadEvent();
      projectBlock(db);
    }
    const about = { projectId, store: createStore(db), peopleStore: createPeople(db) };
    const execution = openExecution(db, about);
    const entityIds = sessionIds();
    const range = { fromMs: DAY_MS + 4000, untilMs: DAY_MS + 60_000 };
    const whole = { fromMs: DAY_MS, untilMs: DAY_MS + 100_000 };
    const cut = readSessionSeconds(execution.segments, entityIds, range);
    const all = readSessionSeconds(execution.segments, entityIds, whole);
    const [segment] = execution.segments;
    assert.ok(segment);
    const { codes, values } = segment.property("$session_id");
    const numbers = entityIds.of(segment, 0, segment.rows);
    const idOf = (session: string) => numbers[[...codes].findIndex((code) => values[code] === session)] ?? NaN;
    assert.equal([cut[idOf("s")], all[idOf("s")]], [0, 96]);
    assert.is(cut[idOf("t")], 0);
    assert.equal(cut[idOf("u")], NaN, "none of its events is in the range");
    assert.equal(cut[NO_SESSION], NaN, "events without a session are none");
  }

  function loadEvent(): void {
    addRow(db, { ...firstRow(db), timestamp: 0 });
  }
});

sessions.run();
