import type { Actors, Appearances } from "../../../port/actors.ts";
import type { AppearancesPlan, RetentionActorsPlan } from "../retention-plan.ts";
import { listActors } from "../../../engines/columns/units/list-actors.ts";
import { namedUnits } from "../../../engines/columns/units/named-units.ts";
import type { NamedUnits } from "../../../engines/columns/units/named-units.ts";
import type { Question } from "../../../engines/columns/question.ts";
import { compileRetentionLists } from "./retention.ts";

/** Finds who is in one cell of a retention. Source: reference/insights.md 10 and 13.6. */
export function runRetentionActors(question: Question, { plan, row, cell }: RetentionActorsPlan): Actors {
  const { named, length, cellsOf } = readRow(question, { kind: "appearances", plan, row });
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
  const named = namedUnits(plan.actors, question);
  const readLists = compileRetentionLists(question, plan, named.units);
  question.showPersons();
  const { targets, returns, keyOf } = readLists();
  const name = JSON.stringify(row);
  const known: boolean[] = [];
  const isMeant = (number: number) => (known[number] ??= JSON.stringify(keyOf(number)) === name);
  const length = plan.breakdown === null ? Math.max(0, plan.cells - Number(row)) : plan.cells;
  return {
    named,
    length,
    cellsOf(unit, cells) {
      cells.fill(0);
      let isIn = false;
      const until = targets.offsets[unit + 1] ?? 0;
      for (let place = targets.offsets[unit] ?? 0; place < until; place++) {
        if (!isMeant(targets.columns.row[place]!)) continue;
        isIn = true;
        const period = targets.columns.period[place]!;
        const end = returns.offsets[unit + 1] ?? 0;
        for (let back = returns.offsets[unit] ?? 0; back < end; back++) {
          const cell = returns.columns.period[back]! - period;
          if (cell > 0 && cell < length) cells[cell >>> 5]! |= 1 << (cell & 31);
        }
      }
      if (isIn) cells[0]! |= 1;
      return isIn;
    },
  };
}
