import type { PathActorList, PathPoint, PathsAnswer, PathsPlan } from "../plan.ts";
import type { WholeList } from "../../../engines/columns/entities/actor-list.ts";
import { canCountPaths, countPaths } from "../../../engines/columns/kernels/path-count.ts";
import { cutPath, readSession } from "../../../engines/columns/kernels/path-session.ts";
import type { PathBuffer } from "../../../engines/columns/kernels/path-session.ts";
import { listActors } from "../../../engines/columns/entities/list-actors.ts";
import { namedEntities } from "../../../engines/columns/entities/named-entities.ts";
import { PathEdges } from "./path-edges.ts";
import { compileItems, EMPTY_ITEM } from "./path-items.ts";
import type { Items } from "./path-items.ts";
import { compilePathRows } from "./path-rows.ts";
import type { Execution } from "../../../engines/columns/execution.ts";
import type { EntityRowsInput } from "../../../engines/columns/actor-index/entity-rows.ts";
import type { EntitySpan } from "../../../engines/columns/actor-index/entity-span.ts";
import type { SeeMany } from "../../../engines/columns/actor-index/rows-together.ts";

export type PathOptions = Pick<EntityRowsInput, "maxRows" | "partBits">;

/** The rows of each actor in order, session by session, then edges. Source: insights.md 12b.3. */
export function runPaths(execution: Execution, plan: PathsPlan, options: PathOptions = {}): PathsAnswer {
  const items = itemsOf(execution, plan);
  // Items are known once there is a path.
  const edges = new PathEdges(execution.arena, () => ({ steps: plan.stepLimit, items: items.limit() }));
  const addPath = (_: number, { items: numbers, times, from, length }: PathBuffer) => {
    for (let index = 1; index < length; index++) {
      const at = from + index;
      edges.add(index, numbers[at - 1]!, numbers[at]!, times[at]! - times[at - 1]!);
    }
  };
  const isPlain = plan.startPoint === null && plan.endPoint === null;
  walkPaths({ execution, plan, items, ...options }, addPath, isPlain ? countMany(plan, edges, items) : undefined);
  const { actorWorkers: workers } = execution;
  if (workers.size > 1) {
    const [, ...others] = workers.collect(edges.toPart(workers, items));
    for (const part of others) edges.addPart(part, items);
  }
  return { edges: workers.rank > 0 ? [] : edges.list(plan, items) };
}

/** Counts the paths of many actors at once, where their edges have lists. */
function countMany(plan: PathsPlan, edges: PathEdges, items: Items): SeeMany {
  const rules = { ...plan.range, gapMs: plan.gapMs, empty: EMPTY_ITEM, limit: plan.stepLimit };
  return {
    isByArrival: true,
    maxRows: Infinity,
    fits(rows) {
      const lists = edges.lists();
      return lists !== null && items.limit() <= lists.items && canCountPaths(rows, lists);
    },
    add(rows, first, until) {
      const lists = edges.lists();
      if (lists !== null) countPaths(rows, lists, rules, first, until);
    },
  };
}

/** The actors behind a point of paths. Source: insights.md 13.4. */
export function runPathActors(
  execution: Execution,
  { plan, point }: Pick<PathActorList, "plan" | "point">,
  options: PathOptions = {},
): WholeList {
  const found = new Uint8Array(execution.people.actorLimit);
  const items = itemsOf(execution, plan);
  const isAt = compilePoint(point, items);
  walkPaths({ execution, plan, items, ...options }, (actor, path) => {
    if (found[actor] === 0 && isAt(path)) found[actor] = 1;
  });
  return listActors(execution, namedEntities({ by: "persons" }, execution), (actor) => found[actor] === 1).actors;
}

function itemsOf(execution: Execution, { items, include, projectId }: PathsPlan): Items {
  return compileItems(items, include, execution, projectId);
}

interface PathWalk extends PathOptions {
  execution: Execution;
  plan: PathsPlan;
  items: Items;
}

/**
 * Shows every path that is not empty; the buffer is valid until the next path.
 * @param many may get rows of actors instead
 */
function walkPaths(
  { execution, plan, items, ...how }: PathWalk,
  see: (actor: number, path: PathBuffer) => void,
  many?: SeeMany,
): void {
  const readRows = compilePathRows(execution, plan, items, how);
  execution.showPersons();
  const rows = readRows();
  let path = createBuffer(1024);
  const rule = { gapMs: plan.gapMs, empty: EMPTY_ITEM };
  const cut = {
    start: plan.startPoint === null ? -1 : items.numberOf(plan.startPoint),
    end: plan.endPoint === null ? -1 : items.numberOf(plan.endPoint),
    limit: plan.stepLimit,
    gap: items.numberOf("..."),
  };
  const seeRows = (actor: number, span: EntitySpan) => {
    const { from, until } = span;
    if (until - from > path.items.length) path = createBuffer(2 * (until - from));
    let row = from;
    while (row < until) {
      row = readSession(span, row, until, rule, path);
      cutPath(path, cut);
      if (path.length > 0) see(actor, path);
    }
  };
  rows.each(seeRows, undefined, many);
}

function createBuffer(length: number): PathBuffer {
  return { items: new Uint32Array(length), times: new Float64Array(length), from: 0, length: 0, goesOn: false };
}

/** Whether a path, which is not empty, is at the point. */
function compilePoint({ startKey, endKey, dropoffKey }: PathPoint, items: Items): (path: PathBuffer) => boolean {
  const toPlace = compilePlace(items);
  if (dropoffKey !== null) {
    const last = toPlace(dropoffKey);
    return (path) => !path.goesOn && path.length === last.step && isItem(path, last);
  }
  const start = startKey === null ? null : toPlace(startKey);
  const end = endKey === null ? null : toPlace(endKey);
  return (path) => {
    if (start !== null && !(start.step < path.length && isItem(path, start))) return false;
    if (end !== null && !(end.step <= path.length && isItem(path, end))) return false;
    return start === null || end === null || start.step + 1 === end.step;
  };
}

interface Place {
  /** The position in the path, from 1; 0 = no path comes there. */
  step: number;
  item: number;
}

function compilePlace(items: Items): (key: string) => Place {
  return (key) => {
    const [, step = "0", item = ""] = /^([1-9]\d*)_([^]*)$/.exec(key) ?? [];
    return { step: Number(step), item: items.numberOf(item) };
  };
}

function isItem({ items, from }: PathBuffer, { step, item }: Place): boolean {
  return step > 0 && items[from + step - 1] === item;
}
