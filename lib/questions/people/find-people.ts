import { nextTurn } from "../../base/platform.ts";
import type { ActorCursor, ActorPage } from "../../port/actors.ts";
import type { Context } from "../context.ts";
import { eachPage } from "../shared/actor-pages.ts";
import type { ReadPage } from "../shared/actor-pages.ts";
import { lengthOf, pickActors, placesOf } from "./pick-actors.ts";
import { createSearch } from "./search.ts";
import type { PeopleQuery } from "./people-query.ts";

/** The actors that a question for people is answered with. */
export interface FoundPeople<Page extends ActorPage = ActorPage> {
  /** The pages, in the order of the list. */
  parts: Page[];
  /** The place after the last actor; null = no actor comes after it. */
  next: ActorCursor | null;
}

/** Actors searched between two turns of the event loop: about 10 ms. */
const CHUNK = 1000;

/** Cuts a page out of a list's actors that the search finds. */
export async function findPeople<Page extends ActorPage>(
  { db }: Pick<Context, "db">,
  projectId: number,
  read: ReadPage<Page>,
  { limit, offset, after = null, search }: FindPage,
): Promise<FoundPeople<Page>> {
  const skip = after === null ? offset : 0;
  if (search === "") {
    const page = await read({ after, skip, limit });
    return { parts: [page], next: page.next };
  }
  const parts: Page[] = [];
  let found = 0;
  for await (const part of searchList({ db }, projectId, read, { search, after })) {
    const end = found + lengthOf(part);
    const places = placesOf(part, Math.max(0, skip - found), skip + limit - found);
    if (places.length > 0) parts.push(pickActors(part, places));
    if (end > skip + limit) return { parts, next: lastPlace(parts) };
    found = end;
  }
  return { parts, next: null };
}

type FindPage = Pick<PeopleQuery, "limit" | "offset" | "search"> & Partial<Pick<PeopleQuery, "after">>;

function lastPlace(parts: readonly ActorPage[]): ActorCursor | null {
  const last = parts.at(-1);
  const key = last?.by === "persons" ? last.ids.at(-1) : last?.keys.at(-1);
  if (key === undefined) return null;
  const value = last?.values?.at(-1);
  return value === undefined ? { key } : { key, value };
}

/** The number of a list's actors that the search finds. */
export async function countPeople<Page extends ActorPage>(
  ctx: Pick<Context, "db">,
  projectId: number,
  read: ReadPage<Page>,
  search: string,
): Promise<number> {
  let count = 0;
  for await (const part of search === "" ? eachPage(read) : searchList(ctx, projectId, read, { search })) {
    count += lengthOf(part);
  }
  return count;
}

/** All actors of a list that the search finds, in the list's order. */
export async function findAllPeople<Page extends ActorPage>(
  ctx: Pick<Context, "db">,
  projectId: number,
  read: ReadPage<Page>,
  search: string,
): Promise<Page[]> {
  const parts: Page[] = [];
  for await (const part of search === "" ? eachPage(read) : searchList(ctx, projectId, read, { search }))
    parts.push(part);
  return parts;
}

async function* searchList<Page extends ActorPage>(
  { db }: Pick<Context, "db">,
  projectId: number,
  read: ReadPage<Page>,
  { search, after = null }: { search: string; after?: ActorCursor | null },
): AsyncGenerator<Page, void> {
  const find = createSearch(db, projectId, search);
  for await (const page of eachPage(read, { after })) {
    for (let start = 0; start < lengthOf(page); start += CHUNK) {
      const places = find(page, placesOf(page, start, start + CHUNK));
      if (places.length > 0) yield pickActors(page, places);
      await nextTurn();
    }
  }
}
