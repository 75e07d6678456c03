import type {
  EventNamesPlan,
  EventValuesPlan,
  PropertyKeysPlan,
} from "../../../../lib/questions/definitions/catalogue-plan.ts";
import { columnRunners } from "../../../../lib/questions/columns.ts";
import type { Engine } from "../../../../lib/port/engine.ts";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { columnsEngine, projectBlock } from "../../../../lib/engines/columns/index.ts";
import type { Json } from "../../../../lib/events/filters/index.ts";
import { rowsEngine } from "../../../reference/rows/index.ts";
import { openFile } from "../../host/open-file.ts";
import { addEvents, disturb, KEYS, NAMES } from "../random-log.ts";
import { seeds, size } from "../../../support/rounds.ts";

const ROUNDS = size(3, 6);

/** Runs `check` with the rows engine and the columns engine on random logs, some of whose blocks are stored. */
async function onRandomLogs(check: (rows: Engine, columns: Engine, projectId: number) => Promise<void>) {
  for (const seed of seeds(1, 5)) {
    const { db, projects, random, remove } = openFile(seed);
    const columns = columnsEngine(db, columnRunners(), { budgetBytes: seed % 3 === 0 ? 5000 : undefined });
    for (let round = 0; round < ROUNDS; round++) {
      const project = projects[random.integer(0, 1)];
      assert.ok(project);
      addEvents(db, project, random, random.integer(1, 40));
      if (random.chance(0.4)) disturb(db, project, random);
      if (random.chance(0.5)) projectBlock(db);
      await check(rowsEngine(db), columns, project.id);
    }
    remove();
  }
}

const byJson = (a: unknown, b: unknown) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);

const names = suite("runEventNames");

names("counts every name and finds its latest event, like walking the log", async () => {
  await onRandomLogs(async (rows, columns, projectId) => {
    const wanted = await rows.ask<EventNamesPlan>({ kind: "event-names", projectId });
    assert.ok(wanted.length > 0);
    assert.equal(
      (await columns.ask<EventNamesPlan>({ kind: "event-names", projectId })).toSorted(byJson),
      wanted.toSorted(byJson),
    );
  });
});

names.run();

const keys = suite("runPropertyKeys");

keys("finds the keys of all events, and of those of one name, with some of their values", async () => {
  await onRandomLogs(async (rows, columns, projectId) => {
    for (const event of [null, ...NAMES, "never"]) {
      const plan = { kind: "property-keys" as const, projectId, event };
      const wanted = new Map(
        (await rows.ask<PropertyKeysPlan>({ ...plan, valueLimit: 1000 })).map((each) => [each.key, each]),
      );
      const found = await columns.ask<PropertyKeysPlan>({ ...plan, valueLimit: 3 });
      assert.equal(found.map(({ key }) => key).toSorted(), [...wanted.keys()].toSorted());
      for (const { key, values } of found) {
        const all = new Set(wanted.get(key)?.values.map((value: Json) => JSON.stringify(value)));
        assert.ok(values.length <= 3 && values.every((value) => all.has(JSON.stringify(value))), `${event} ${key}`);
      }
    }
  });
});

keys.run();

const values = suite("runEventValues");

values("counts the values of a property, like walking the log", async () => {
  await onRandomLogs(async (rows, columns, projectId) => {
    for (const key of KEYS) {
      for (const event of [null, "paid", "never"]) {
        for (const contains of ["", "a", "3"]) {
          const plan: EventValuesPlan = { kind: "event-values", projectId, event, key, contains, limit: 5 };
          assert.equal(await columns.ask(plan), await rows.ask(plan), JSON.stringify(plan));
        }
      }
    }
  });
});

values.run();
