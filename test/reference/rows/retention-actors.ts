import type { Actors, Appearances } from "../../../lib/port/actors.ts";
import type { AppearancesPlan, RetentionActorsPlan } from "../../../lib/questions/retention/plan.ts";
import type { Db } from "../../../lib/storage/index.ts";
import { readActivities, toCells, toLength } from "./retention.ts";
import { toActors } from "./sorted-actors.ts";

/** Finds the actors in a cell of a retention. Source: reference/insights.md 10 and 13.6. */
export function retentionActors(db: Db, { plan, row, cell }: RetentionActorsPlan): Actors {
  const found = [...readRow(db, { kind: "appearances", plan, row })].filter(
    ([, cells]) => cell < toLength(plan, row) && cells.has(cell),
  );
  return toActors(
    plan.actors,
    found.map(([actor]) => actor),
  );
}

/** Finds the actors in a row of a retention, and the cells of each. */
export function appearances(db: Db, asked: AppearancesPlan): Appearances {
  const { plan, row } = asked;
  const cellsOf = readRow(db, asked);
  const actors = toActors(plan.actors, cellsOf.keys());
  const length = toLength(plan, row);
  const words = Math.max(1, Math.ceil(length / 32));
  const list = actors.by === "persons" ? [...actors.ids] : actors.keys;
  const bits = new Uint32Array(list.length * words);
  for (const [index, actor] of list.entries()) {
    for (const cell of cellsOf.get(actor) ?? []) {
      const word = index * words + (cell >>> 5);
      if (cell < length) bits[word] = (bits[word] ?? 0) | (1 << (cell & 31));
    }
  }
  return { actors, words, bits };
}

/** The cells of each actor of a row. */
function readRow(db: Db, { plan, row }: AppearancesPlan): Map<number | string, Set<number>> {
  const name = JSON.stringify(row);
  const cells = new Map<number | string, Set<number>>();
  for (const [actor, { targets, returns }] of readActivities(db, plan)) {
    const target = targets.get(name);
    if (target !== undefined) cells.set(actor, toCells(target.periods, returns));
  }
  return cells;
}
