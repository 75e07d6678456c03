import { retentionActors } from "./actors.ts";
import { ask } from "../shared/ask.ts";
import type { Asks } from "../shared/answer.ts";
import type { Actors, Appearances } from "../../port/actors.ts";
import type { AppearancesPlan } from "./plan.ts";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Project } from "../../admin/projects/index.ts";
import { lengthOf, toPage } from "../people/page.ts";
import { NOBODY, pageLinks, peoplePages, readPage } from "../people/people-behind.ts";
import type { ReadPage } from "../people/people-behind.ts";
import { parsePeopleQuery } from "../people/people-query.ts";
import { readPeople, sortPeople } from "../people/read-people.ts";
import type { Actor } from "../people/read-people.ts";

/** One actor of a row, and when it came back. */
export interface RetentionPeopleRow {
  person: Actor;
  /** Place 0: the row's own period; place j: 1 = it came back j periods later, 0 = it did not. */
  appearances: number[];
}

/** The people behind a retention: those of a cell, or the table of a row. */
export interface RetentionPeople<Row extends Actor | RetentionPeopleRow = Actor | RetentionPeopleRow> {
  result: Row[];
  /** URL of the next page; null = this is the last. Without an origin it begins with the path. */
  next: string | null;
  /** Actors of this page that were deleted before they could be read. */
  missing_persons: number;
  /** The question in normal form. */
  filters: Record<string, unknown>;
}

const FIELDS = { limit: "limit", offset: "offset" };

/**
 * The people in a cell of a retention. With `display=ActionsTable`: the people in a row and the periods in which each returned,
 * in order of the number of these periods, then of id, both descending.
 * @param input a retention's fields, `breakdown_values` (a list: the row's place or its values) and `selected_interval`
 * @param origin scheme and host that links begin with
 * @throws HogletError 400 naming the field. Source: reference/insights.md 13.6.
 * @example
 * await readRetentionPeople(ctx, project, { period: "Week", breakdown_values: [2], selected_interval: 1 });
 */
export async function readRetentionPeople(
  ctx: Asks,
  project: Project,
  input: Record<string, unknown>,
  origin = "",
): Promise<RetentionPeople> {
  const query = parsePeopleQuery(input, FIELDS);
  const { filters, ...point } = retentionActors(ctx, project, input);
  const linkOf = pageLinks({ origin, project, path: "retention", input, field: FIELDS.offset });
  const toAnswer = (
    result: RetentionPeople["result"],
    { hasMore, missing }: Pick<ReadPage, "hasMore" | "missing">,
  ) => ({
    result,
    next: hasMore ? linkOf(query.offset + query.limit) : null,
    missing_persons: missing,
    filters,
  });
  if (point.show === "actors") {
    const actors = point.plan === null ? NOBODY : await ask(ctx, point.plan);
    const page = await readPage(ctx, project, actors, query);
    return toAnswer(sortPeople(page.people), page);
  }
  const table = await readTable(ctx, point);
  const { places, hasMore } = await toPage(ctx, project.id, table.actors, query);
  const rows = places.flatMap((place) => toTableRow(ctx, project, table, place));
  return toAnswer(rows, { hasMore, missing: places.length - rows.length });
}

/**
 * All rows of what `readRetentionPeople` gives page by page, in the same order; of a cell by id.
 * @throws as `readRetentionPeople`
 */
export async function readRetentionPages(
  ctx: Asks,
  project: Project,
  input: Record<string, unknown>,
): Promise<() => AsyncGenerator<(Actor | RetentionPeopleRow)[]>> {
  const point = retentionActors(ctx, project, input);
  if (point.show === "actors") {
    return peoplePages(ctx, project, input, { path: "retention", toPlan: () => point.plan });
  }
  const query = parsePeopleQuery(input, FIELDS);
  const table = await readTable(ctx, point);
  const window = { ...query, limit: lengthOf(table.actors), offset: 0 };
  const { places } = await toPage(ctx, project.id, table.actors, window);
  return async function* () {
    for (let start = 0; start < places.length; start += CHUNK) {
      const chunk = places.slice(start, start + CHUNK);
      yield chunk.flatMap((place) => toTableRow(ctx, project, table, place));
      await nextTurn();
    }
  };
}

/** Rows read between two turns of the event loop: 10 ms. */
const CHUNK = 500;

/** The actors of a row in the order of the table, and what each did. */
interface Table {
  actors: Actors;
  /** 1 or 0 for each cell that is shown. */
  appearancesOf(place: number): number[];
}

async function readTable(ctx: Asks, { plan, cells }: { plan: AppearancesPlan | null; cells: number }): Promise<Table> {
  if (plan === null) return { actors: NOBODY, appearancesOf: () => [] };
  const { actors, words, bits } = await ask(ctx, plan);
  const has = (index: number, cell: number) =>
    cell < words * 32 && isSet(bits, index * words + (cell >>> 5), cell & 31);
  const order = mostFirst(descending(actors), (index) => {
    let count = 0;
    for (let cell = 0; cell < cells; cell++) if (has(index, cell)) count += 1;
    return count;
  });
  return {
    actors: reordered(actors, order),
    appearancesOf: (place) => Array.from({ length: cells }, (_, cell) => (has(order[place] ?? 0, cell) ? 1 : 0)),
  };
}

function isSet(bits: Appearances["bits"], word: number, bit: number): boolean {
  return (((bits[word] ?? 0) >>> bit) & 1) === 1;
}

/** The places of a list in the descending order of its actors; personless ones have the lowest numbers. */
function descending(actors: Actors): number[] {
  const places = Array.from({ length: lengthOf(actors) }, (_, place) => place);
  if (actors.by === "groups") return places.toReversed();
  const firstPersonless = actors.ids.findIndex((id) => id < 0);
  const persons = firstPersonless === -1 ? places.length : firstPersonless;
  return [...places.slice(0, persons).toReversed(), ...places.slice(persons)];
}

/** Places by their count, the highest first; those of equal counts in the order given. One pass instead of a sort. */
function mostFirst(places: readonly number[], countOf: (place: number) => number): number[] {
  const byCount: number[][] = [];
  for (const place of places) (byCount[countOf(place)] ??= []).push(place);
  return byCount.toReversed().flatMap((same) => same ?? []);
}

function reordered(actors: Actors, order: readonly number[]): Actors {
  if (actors.by === "groups") return { ...actors, keys: order.map((index) => actors.keys[index] ?? "") };
  return { by: "persons", ids: Float64Array.from(order, (index) => actors.ids[index] ?? 0) };
}

/** Nothing when the actor is gone by now. */
function toTableRow(
  { db }: Asks,
  project: Project,
  { actors, appearancesOf }: Table,
  place: number,
): RetentionPeopleRow[] {
  return readPeople(db, project, actors, [place]).map((person) => ({
    person,
    appearances: appearancesOf(place),
  }));
}
