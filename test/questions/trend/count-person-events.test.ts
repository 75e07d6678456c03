import { suite } from "uvu";
import * as assert from "uvu/assert";
import { toClock } from "../../../lib/base/clock.ts";
import type { ActorPage } from "../../../lib/port/actors.ts";
import type { Engine } from "../../../lib/port/engine.ts";
import { countPersonEvents } from "../../../lib/questions/trend/index.ts";
import type { TrendActorsPlan } from "../../../lib/questions/trend/plan.ts";
import { openEmpty } from "../load-case.ts";

const counting = suite("countPersonEvents");

counting("walks over all pages by the actors' keys, and leaves out personless actors", async () => {
  const db = openEmpty();
  const pages: ActorPage[] = [
    { by: "persons", ids: Float64Array.of(3, 8), values: Float64Array.of(1, 5), next: { key: 8 } },
    { by: "persons", ids: Float64Array.of(9, -2), values: Float64Array.of(4, 7), next: null },
  ];
  const asked: unknown[] = [];
  const ask = async ({ order, page: { after } }: TrendActorsPlan) => {
    // By values, a person whose count grows between two pages would be missed.
    asked.push([order, after]);
    return pages[asked.length - 1];
  };
  const engine = { ask } as unknown as Engine;
  const range = { fromMs: 0, untilMs: 1 };
  const counts = await countPersonEvents(
    { db, engine, clock: toClock(undefined) },
    { projectId: 1, range, anyOf: [], filter: { type: "AND", values: [] } },
  );
  assert.equal(
    [...counts],
    [
      [3, 1],
      [8, 5],
      [9, 4],
    ],
  );
  assert.equal(asked, [
    ["keys", null],
    ["keys", { key: 8 }],
  ]);
  db.close();
});

counting.run();
