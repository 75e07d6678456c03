import type { AppearanceList, RetentionActorList, RetentionPlan } from "../plan.ts";
import type { WholeList } from "../../../engines/columns/entities/actor-list.ts";
import { listActors } from "../../../engines/columns/entities/list-actors.ts";
import { namedEntities } from "../../../engines/columns/entities/named-entities.ts";
import type { NamedEntities } from "../../../engines/columns/entities/named-entities.ts";
import type { Execution } from "../../../engines/columns/execution.ts";
import { rankAppearances } from "./rank-appearances.ts";
import { compileRetentionLists } from "./retention.ts";
import { compileReturns } from "./walk-returns.ts";
import type { ReturnsPlan } from "./walk-returns.ts";

/** The actors of one cell. Source: reference/insights.md 10 and 13.6. */
export function runRetentionActors(execution: Execution, { plan, row, cell }: RetentionActorList): WholeList {
  const { named, length, cellsOf } = readRow(execution, plan, row);
  const cells = new Uint32Array(Math.max(1, Math.ceil(length / 32)));
  const isIn = (entityId: number) => cellsOf(entityId, cells) && (cells[cell >>> 5]! & (1 << (cell & 31))) !== 0;
  return listActors(execution, named, cell < length ? isIn : () => false).actors;
}

/** The actors of one row, and their cells in it. */
export function runAppearances(execution: Execution, { plan, row, cells: shown }: AppearanceList): WholeList {
  const { named, length, cellsOf } = readRow(execution, plan, row);
  const words = Math.max(1, Math.ceil(length / 32));
  const cells = new Uint32Array(words);
  const { actors, entityIds } = listActors(execution, named, (entityId) => cellsOf(entityId, cells));
  const bits = new Uint32Array(entityIds.length * words);
  for (let index = 0; index < entityIds.length; index++) {
    cellsOf(entityIds[index]!, cells);
    bits.set(cells, index * words);
  }
  return rankAppearances(actors, { words, bits, cells: shown });
}

interface Row {
  named: NamedEntities;
  /** Cells of the row. */
  length: number;
  /** Sets exactly the bits of an entity's cells; false = it is not in the row. */
  cellsOf(entityId: number, cells: Uint32Array): boolean;
}

function readRow(execution: Execution, plan: RetentionPlan, row: RetentionActorList["row"]): Row {
  const { returns } = plan;
  if (returns !== undefined) return readReturnsRow(execution, { ...plan, returns }, Number(row));
  const named = namedEntities(plan.actors, execution);
  const readLists = compileRetentionLists(execution, plan, named.entityIds);
  execution.showPersons();
  const { targets, returns: back, keyOf } = readLists();
  const name = JSON.stringify(row);
  const known: boolean[] = [];
  const isMeant = (number: number) => (known[number] ??= JSON.stringify(keyOf(number)) === name);
  const length = plan.breakdown === null ? Math.max(0, plan.cells - Number(row)) : plan.cells;
  return {
    named,
    length,
    cellsOf(entityId, cells) {
      cells.fill(0);
      let isIn = false;
      const until = targets.offsets[entityId + 1] ?? 0;
      for (let place = targets.offsets[entityId] ?? 0; place < until; place++) {
        if (!isMeant(targets.columns.row[place]!)) continue;
        isIn = true;
        const period = targets.columns.period[place]!;
        const end = back.offsets[entityId + 1] ?? 0;
        for (let at = back.offsets[entityId] ?? 0; at < end; at++) {
          const cell = back.columns.period[at]! - period;
          if (cell > 0 && cell < length) cells[cell >>> 5]! |= 1 << (cell & 31);
        }
      }
      if (isIn) cells[0]! |= 1;
      return isIn;
    },
  };
}

function readReturnsRow(execution: Execution, plan: ReturnsPlan, row: number): Row {
  const named = namedEntities(plan.actors, execution);
  const walk = compileReturns(execution, plan, named.entityIds);
  execution.showPersons();
  const length = Math.max(0, plan.cells - row);
  const words = Math.max(1, Math.ceil(length / 32));
  const found = new Map<number, Uint32Array>();
  walk((entityId, own, cell) => {
    if (own !== row) return;
    const bits = found.get(entityId) ?? new Uint32Array(words);
    found.set(entityId, bits);
    bits[cell >>> 5]! |= 1 << (cell & 31);
  });
  return {
    named,
    length,
    cellsOf(entityId, cells) {
      const bits = found.get(entityId);
      if (bits === undefined) cells.fill(0);
      else cells.set(bits);
      return bits !== undefined;
    },
  };
}
