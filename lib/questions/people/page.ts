import type { Actors } from "../../port/actors.ts";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Context } from "../context.ts";
import { createSearch } from "./search.ts";
import type { PeopleQuery } from "./people-query.ts";

/** Some of a list of actors. */
export interface ActorPage {
  /** Their places in the list, ascending. */
  places: number[];
  /** Are there more after them? */
  hasMore: boolean;
}

/** Actors searched between two turns of the event loop: about 10 ms. */
const CHUNK = 1000;

/** Cuts a page out of a list of actors, in the list's order, of those that the search finds. */
export async function toPage(
  { db }: Pick<Context, "db">,
  projectId: number,
  actors: Actors,
  { limit, offset, search }: Pick<PeopleQuery, "limit" | "offset" | "search">,
): Promise<ActorPage> {
  const length = lengthOf(actors);
  if (search === "") {
    const places = Array.from({ length: Math.min(limit, Math.max(0, length - offset)) }, (_, index) => offset + index);
    return { places, hasMore: offset + limit < length };
  }
  const find = createSearch(db, projectId, { actors, search });
  const found: number[] = [];
  for (let start = 0; start < length && found.length <= offset + limit; start += CHUNK) {
    const chunk = Array.from({ length: Math.min(CHUNK, length - start) }, (_, index) => start + index);
    found.push(...find(chunk));
    await nextTurn();
  }
  return { places: found.slice(offset, offset + limit), hasMore: found.length > offset + limit };
}

/** How many actors a list has. */
export function lengthOf(actors: Actors): number {
  return actors.by === "persons" ? actors.ids.length : actors.keys.length;
}
