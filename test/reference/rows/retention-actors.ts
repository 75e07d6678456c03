import type { AppearancesPage } from "../../../lib/port/actors.ts";
import type { AppearancesPlan, RetentionActorList, RetentionPlan } from "../../../lib/questions/retention/plan.ts";
import type { Db } from "../../../lib/storage/index.ts";
import { toActorPage } from "./actor-page.ts";
import type { FoundActor } from "./actor-page.ts";
import { readFilledCells } from "./retention-returns.ts";
import { readActivities, toCells, toLength } from "./retention.ts";

type Row = RetentionActorList["row"];

/** Finds the actors in a cell of a retention. Source: reference/insights.md 10 and 13.6. */
export function retentionActors(db: Db, { plan, row, cell }: RetentionActorList): FoundActor[] {
  return [...readRow(db, plan, row)]
    .filter(([, cells]) => cell < toLength(plan, row) && cells.has(cell))
    .map(([key]) => ({ key }));
}

/** Finds the actors in a row of a retention, and the cells of each. */
export function appearances(db: Db, { plan, row, cells: shown, page }: AppearancesPlan): AppearancesPage {
  const cellsOf = readRow(db, plan, row);
  const length = toLength(plan, row);
  const found = [...cellsOf].map(([key, cells]) => ({
    key,
    value: [...cells].filter((cell) => cell < Math.min(shown, length)).length,
  }));
  const actors = toActorPage(plan.actors, { found, order: "values, keys descending", hasValues: true }, page);
  const words = Math.max(1, Math.ceil(length / 32));
  const list = actors.by === "persons" ? [...actors.ids] : actors.keys;
  const bits = new Uint32Array(list.length * words);
  for (const [index, actor] of list.entries()) {
    for (const cell of cellsOf.get(actor) ?? []) {
      const word = index * words + (cell >>> 5);
      if (cell < length) bits[word] = (bits[word] ?? 0) | (1 << (cell & 31));
    }
  }
  return { ...actors, words, bits };
}

/** The cells of each actor of a row. */
function readRow(db: Db, plan: RetentionPlan, row: Row): Map<number | string, Set<number>> {
  const { returns } = plan;
  if (returns !== undefined) return readFilledCells(db, { ...plan, returns }, Number(row));
  const name = JSON.stringify(row);
  const cells = new Map<number | string, Set<number>>();
  for (const [actor, { targets, returns: back }] of readActivities(db, plan)) {
    const target = targets.get(name);
    if (target !== undefined) cells.set(actor, toCells(target.periods, back));
  }
  return cells;
}
