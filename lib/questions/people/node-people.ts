import type { Project } from "../../admin/projects/index.ts";
import type { ActorList, ActorPage, AppearancesPage } from "../../port/actors.ts";
import { pagesOf } from "../shared/actor-pages.ts";
import type { Asks } from "../shared/answer.ts";
import { findAllPeople, findPeople } from "./find-people.ts";
import { lengthOf, pickActors, placesOf } from "./pick-actors.ts";
import { readPeople } from "./read-people.ts";
import type { Actor } from "./read-people.ts";

export interface NodeActor {
  actor: Actor;
  /** The retention row's cells that the actor belongs to, ascending; null = no retention. */
  cells: number[] | null;
}

export interface NodePeople {
  people: NodeActor[];
  hasMore: boolean;
}

export interface NodePage {
  /** Part of an email, a name or a distinct id (of groups: of a name or a key); empty = all. */
  search: string;
  limit: number;
  offset: number;
}

/** Reads a page of lists that have no actor in common, list by list. Actors deleted meanwhile are left out. */
export async function readNodePeople(
  ctx: Asks,
  project: Project,
  lists: readonly ActorList[],
  page: NodePage,
): Promise<NodePeople> {
  const { parts, hasMore } = await findInLists(ctx, project.id, lists, page);
  const people = parts.flatMap((part) =>
    placesOf(part, 0, Infinity).flatMap((place) => {
      const own = pickActors(part, [place]);
      return readPeople(ctx.db, project, own).map((actor) => ({ actor, cells: toCells(own) }));
    }),
  );
  return { people, hasMore };
}

async function findInLists(
  ctx: Asks,
  projectId: number,
  lists: readonly ActorList[],
  page: NodePage,
): Promise<{ parts: ActorPage[]; hasMore: boolean }> {
  const [first = null, second] = lists;
  if (second === undefined) {
    const { parts, next } = await findPeople(ctx, projectId, pagesOf(ctx, first), page);
    return { parts, hasMore: next !== null };
  }
  const all = await findInAll(ctx, projectId, lists, page.search);
  const end = page.offset + page.limit;
  const parts: ActorPage[] = [];
  let passed = 0;
  for (const part of all) {
    parts.push(pickActors(part, placesOf(part, Math.max(0, page.offset - passed), end - passed)));
    passed += lengthOf(part);
  }
  return { parts, hasMore: passed > end };
}

async function findInAll(ctx: Asks, projectId: number, lists: readonly ActorList[], search: string) {
  const parts: ActorPage[] = [];
  for (const list of lists) parts.push(...(await findAllPeople(ctx, projectId, pagesOf(ctx, list), search)));
  return parts;
}

export interface NodePerson {
  uuid: string;
  /** The actor's value, as the list's kind defines it; null = the list has no values. */
  value: number | null;
}

/** All persons in lists without groups; personless actors are left out. */
export async function nodePersons(ctx: Asks, project: Project, lists: readonly ActorList[]): Promise<NodePerson[]> {
  const read = ctx.db.sql<{ id: number; uuid: string }>(
    "SELECT id, uuid FROM persons WHERE project_id = ? AND id IN (SELECT value FROM json_each(?))", // Primary key.
  );
  const parts = await findInAll(ctx, project.id, lists, "");
  return parts.flatMap((part) => {
    if (part.by !== "persons") return [];
    const values = new Map(Array.from(part.ids, (id, place) => [id, part.values?.[place] ?? null]));
    const rows = read.all(project.id, JSON.stringify([...part.ids])) as { id: number; uuid: string }[];
    return rows.map(({ id, uuid }) => ({ uuid, value: values.get(id) ?? null }));
  });
}

function toCells(page: ActorPage & Partial<AppearancesPage>): number[] | null {
  const { words, bits } = page;
  if (words === undefined || bits === undefined) return null;
  const all = Array.from({ length: words * 32 }, (_, cell) => cell);
  return all.filter((cell) => (((bits[cell >>> 5] ?? 0) >>> (cell & 31)) & 1) === 1);
}
