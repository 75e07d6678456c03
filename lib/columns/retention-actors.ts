import type { Actors, Appearances, AppearancesPlan, RetentionActorsPlan } from "../insights/index.ts";
import { readActive } from "./active.ts";
import type { Active } from "./active.ts";
import { readPlaces } from "./kernels/period-bits.ts";
import { listActors } from "./list-actors.ts";
import { namedUnits } from "./named-units.ts";
import type { NamedUnits } from "./named-units.ts";
import type { Question } from "./question.ts";
import { canRunRetention } from "./retention.ts";
import { compileScan } from "./scan.ts";

/** Can `runRetentionActors` and `runAppearances` answer this? */
export function canRunRetentionActors({ plan }: AppearancesPlan): boolean {
  return canRunRetention(plan);
}

/** Finds who is in one cell of a retention. Source: reference/insights.md 10 and 13.6. */
export function runRetentionActors(question: Question, { plan, row, cell }: RetentionActorsPlan): Actors {
  const { named, length, cellsOf } = readRow(question, { plan, row });
  const cells = new Uint32Array(Math.max(1, Math.ceil(length / 32)));
  const isIn = (unit: number) => cellsOf(unit, cells) && (cells[cell >>> 5]! & (1 << (cell & 31))) !== 0;
  return listActors(question, named, cell < length ? isIn : () => false).actors;
}

/** Finds who is in one row of a retention, and in which of its cells. */
export function runAppearances(question: Question, asked: AppearancesPlan): Appearances {
  const { named, length, cellsOf } = readRow(question, asked);
  const words = Math.max(1, Math.ceil(length / 32));
  const cells = new Uint32Array(words);
  const { actors, units } = listActors(question, named, (unit) => cellsOf(unit, cells));
  const bits = new Uint32Array(units.length * words);
  for (let index = 0; index < units.length; index++) {
    cellsOf(units[index]!, cells);
    bits.set(cells, index * words);
  }
  return { actors, words, bits };
}

interface Row {
  named: NamedUnits;
  /** Cells of the row. */
  length: number;
  /** Sets the bits of the cells that a unit is in, and no other; false = it is not in the row. */
  cellsOf(unit: number, cells: Uint32Array): boolean;
}

function readRow(question: Question, { plan, row }: AppearancesPlan): Row {
  const { range, rowEdgesMs, periodEdgesMs } = plan;
  const named = namedUnits(plan.actors, question);
  const { units } = named;
  const isByActor = plan.actors.by === "persons";
  const targetPieces = compileScan(plan.target, question, isByActor);
  const returnPieces = compileScan(plan.returning, question, isByActor);
  question.showPersons();
  const place = Number(row);
  // Only the row's own stretch is looked at: empty where there is no such row.
  const own = {
    fromMs: Math.max(range.fromMs, rowEdgesMs[place] ?? range.untilMs),
    untilMs: Math.min(range.untilMs, rowEdgesMs[place + 1] ?? range.fromMs),
  };
  const targets = readActive({ pieces: targetPieces, range: own, edgesMs: periodEdgesMs, units });
  const returns = readActive({ pieces: returnPieces, range, edgesMs: periodEdgesMs, units });
  const periods = new Int32Array(targets.words * 32);
  const backs = new Int32Array(returns.words * 32);
  const length = Math.max(0, plan.cells - place);
  return {
    named,
    length,
    cellsOf(unit, cells) {
      const count = placesOf(targets, unit, periods);
      if (count === 0) return false;
      const backCount = placesOf(returns, unit, backs);
      cells.fill(0);
      cells[0] = 1;
      for (let index = 0; index < count; index++) {
        for (let back = 0; back < backCount; back++) {
          const cell = backs[back]! - periods[index]!;
          if (cell > 0 && cell < length) cells[cell >>> 5]! |= 1 << (cell & 31);
        }
      }
      return true;
    },
  };
}

/** Of units that became known after a table was made there is nothing in it. */
function placesOf({ table, words }: Active, unit: number, places: Int32Array): number {
  return (unit + 1) * words <= table.length ? readPlaces(table, words, unit, places) : 0;
}
