import type { ActorKind } from "../../../../lib/port/actors.ts";
import type { Selection } from "../../../../lib/port/selection.ts";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createRandom } from "../../../../fixtures/random.ts";
import { compileActorRows } from "../../../../lib/engines/columns/actor-index/actor-rows.ts";
import { projectBlock } from "../../../../lib/engines/columns/index.ts";
import { createPeople } from "../../../../lib/engines/columns/entities/people.ts";
import { openExecution } from "../../../../lib/engines/columns/execution.ts";
import { createStore } from "../../../../lib/engines/columns/log/store.ts";
import { actorIds, groupIds } from "../../../../lib/engines/columns/entities/entity-ids.ts";
import { parseFilters } from "../../../../lib/events/filters/index.ts";
import { actorOf } from "../../../../lib/engines/rows/select.ts";
import { walkEvents } from "../../../../lib/engines/rows/walk-events.ts";
import type { Db } from "../../../../lib/storage/index.ts";
import { loadCase, openEmpty } from "../../../questions/load-case.ts";
import { addEvents, disturb, openLog } from "../random-log.ts";
import { seeds } from "../../../support/rounds.ts";

function toSelection(event: string | null, properties: unknown = []): Selection {
  const filter = parseFilters(properties, "properties");
  return { anyOf: [{ event, filter: { type: "AND", values: [] } }], filter, needsPerson: true, needsSession: false };
}

/** The times and steps of each actor, from columns. */
function read(
  db: Db,
  projectId: number,
  kind: ActorKind,
  selections: Selection[],
  { range, ...how }: { range: Range; maxRows?: number; partBits?: number },
): string[] {
  const about = { projectId, sessionRange: range };
  const execution = openExecution(db, { store: createStore(db), peopleStore: createPeople(db), ...about });
  const entityIds = kind.by === "persons" ? actorIds(execution) : groupIds(kind.groupTypeIndex);
  const rowsOf = compileActorRows(selections, execution, { entityIds, hasPlaces: true, ...how });
  execution.showPersons();
  const lists: string[] = [];
  let last = 0;
  const found = rowsOf(range);
  const bitsOf = found.sets.bitsOf([...selections.keys()]);
  found.each((entityId, own) => {
    const { times, values, from, until } = own;
    assert.ok(entityId > last && from < until);
    last = entityId;
    const list = Array.from(times.subarray(from, until), (time, row) => {
      const place = own.placeOf(from + row);
      const segment = execution.segments[place >>> 16];
      const offset = segment?.core().times[place & 0xffff] ?? NaN;
      assert.is((segment?.minMs ?? NaN) + offset, time);
      return [time, bitsOf[values[from + row] ?? 0]];
    });
    lists.push(JSON.stringify(list));
  });
  return lists.toSorted();
}

interface Range {
  fromMs: number;
  untilMs: number;
}

/** The times and steps of each actor, by a walk of the log. */
function walk(
  db: Db,
  projectId: number,
  kind: ActorKind,
  { tests, range }: { tests: ((event: string, amount: unknown) => boolean)[]; range: Range },
): string[] {
  const lists = new Map<number | string, [number, number][]>();
  for (const row of walkEvents(db, { projectId, ...range })) {
    // The selections themselves require a person.
    const actor = row.actor === null ? null : actorOf(row, kind);
    const amount = Object.hasOwn(row.properties, "amount") ? row.properties["amount"] : "";
    const steps = tests.reduce((bits, test, step) => bits | (test(row.event, amount) ? 1 << step : 0), 0);
    if (actor === null || steps === 0) continue;
    lists.set(actor, [...(lists.get(actor) ?? []), [row.timestampMs, steps]]);
  }
  return [...lists.values()].map((list) => JSON.stringify(list)).toSorted();
}

const rows = suite("compileActorRows");

rows("gives each actor's rows in order of time and arrival, as a walk of the log does", () => {
  for (const seed of seeds(1, 6)) {
    const random = createRandom(seed);
    const db = openEmpty();
    const [project] = openLog(db, random);
    assert.ok(project);
    for (let round = 0; round < 5; round++) {
      addEvents(db, project, random, 60);
      disturb(db, project, random);
      if (random.chance(0.5)) projectBlock(db);
      const kind: ActorKind = random.chance(0.7) ? { by: "persons" } : { by: "groups", groupTypeIndex: 0 };
      const range = random.pick([
        { fromMs: Date.UTC(2024, 2, 5), untilMs: Date.UTC(2024, 2, 25) },
        { fromMs: -1e15, untilMs: 1e15 },
      ]);
      const filter = [{ key: "amount", value: 30, operator: "exact" }];
      const selections = [toSelection("paid"), toSelection(null, filter), toSelection("viewed"), toSelection("no")];
      const tests = [
        (event: string) => event === "paid",
        (_: string, amount: unknown) => amount === 30 || amount === "30",
        (event: string) => event === "viewed",
      ];
      const how = { range, maxRows: random.pick([1, 20, 1e6]), partBits: random.pick([0, 1, 2, 11]) };
      const found = read(db, project.id, kind, selections, how);
      assert.equal(found, walk(db, project.id, kind, { tests, range }), `seed ${seed}, round ${round}`);
    }
    db.close();
  }
});

rows("keeps the order of arrival where times are equal, also of different events", () => {
  const db = openEmpty();
  const names = ["x", "y", "x", "y", "y", "x"];
  const events = names.map((event) => ({ event, distinct_id: "a", timestamp: "2024-01-01T00:00:00Z" }));
  const { id } = loadCase(db, { now: "2024-02-01T00:00:00Z", persons: [{ distinct_ids: ["a"] }], events });
  const all = { fromMs: 0, untilMs: 1e15 };
  const found = read(db, id, { by: "persons" }, [toSelection("x"), toSelection("y")], { range: all });
  const ms = Date.UTC(2024, 0, 1);
  assert.equal(found, [JSON.stringify(names.map((name) => [ms, name === "x" ? 1 : 2]))]);
});

rows.run();
