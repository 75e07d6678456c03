import type * as v from "valibot";
import { nextTurn } from "../../base/platform.ts";
import { parseFilters } from "../../events/filters/index.ts";
import { normaliseInput } from "../shared/input.ts";
import { pagesOf } from "../shared/actor-pages.ts";
import type { ReadPage } from "../shared/actor-pages.ts";
import { toQuery } from "../shared/person-links.ts";
import { answer, openQuestion } from "../shared/answer.ts";
import type { Asks } from "../shared/answer.ts";
import type { ActorCursor, ActorList, ActorPage } from "../../port/actors.ts";
import type { Context } from "../context.ts";
import type { Project } from "../../admin/projects/index.ts";
import { countPeople, findAllPeople, findPeople } from "./find-people.ts";
import { parsePeopleQuery, peoplePageEntries, toCursorText } from "./people-query.ts";
import type { PageFields, PeopleQuery } from "./people-query.ts";
import { lengthOf, pickActors, placesOf } from "./pick-actors.ts";
import { readPeople, sortPeople } from "./read-people.ts";
import type { Actor } from "./read-people.ts";

/** A kind of question for people. */
export interface PeopleQuestion {
  /** The part of its URL after `persons/`: `trends`, `funnel/correlation`. */
  path: string;
  /**
   * Reads the list of actors that the fields ask for; null = nobody.
   * @throws HogletError 400 naming the field
   */
  toList(ctx: Asks, project: Project, input: Record<string, unknown>): ActorList | null | Promise<ActorList | null>;
  /**
   * The fields of the question and its point, of which `toList` needs some: a request without any of them asks nothing,
   * and gets nobody (docs/contract.md has such requests). Absent = a request without fields is a question.
   */
  needs?: v.ObjectEntries;
  /** The fields that turn its pages. @default `limit` and `offset` */
  pageFields?: PageFields;
}

export interface PlainPeopleAnswer<Row = Actor> {
  /** One element; `count` is how many people this page has. */
  results: [{ people: Row[]; count: number }];
  /** URL of the next page; null = this is the last. Without an origin it begins with the path. */
  next: string | null;
  /** People of all pages that the search finds; absent unless `include_total` asks for it. */
  total_count?: number;
}

/** The answer to most questions for people (reference/insights.md 13). */
export interface PeopleAnswer extends PlainPeopleAnswer {
  /** URL of the first page. */
  initial: string;
  /** Actors of this page that were deleted before they could be read. */
  missing_persons: number;
  /** True = it was read for an earlier request, and nothing was written since. */
  is_cached: boolean;
  /** ISO text of when it was read. */
  last_refresh: string;
}

const PAGE_FIELDS: PageFields = { limit: "limit", offset: "offset" };

/**
 * A page of the people behind a number: pages by the actors' ids, and the people of a page from the newest on. Where
 * actors have values both go by these, the highest first, then by id.
 * @param input the fields of the question, its point and the page: `limit` (100, at most 1000), `offset`, `search`,
 * `include_recordings`, `refresh`, `include_total`
 * @param origin scheme and host that links begin with
 * @throws HogletError 400 naming the field
 */
export async function peopleBehind(
  ctx: Asks,
  project: Project,
  input: Record<string, unknown>,
  question: PeopleQuestion,
  origin = "",
): Promise<PeopleAnswer> {
  const { pageFields = PAGE_FIELDS, path } = question;
  const query = parsePeopleQuery(input, pageFields);
  const list = asksNothing(question, input) ? null : await question.toList(ctx, project, input);
  const { refresh, ...window } = query;
  const asked = { insight: `PEOPLE ${path}`, filter: [list, window], dates: null, refresh };
  const { result, is_cached, last_refresh } = await answer(ctx, openQuestion(ctx, project, ""), asked, () =>
    readPage(ctx, project, pagesOf(ctx, list), query),
  );
  const { people, missing, next, isRanked, total } = result;
  const linkOf = pageLinks({ origin, project, path, input, field: pageFields.offset });
  return {
    results: [{ people: isRanked ? people : sortPeople(people), count: people.length }],
    next: next === null ? null : linkOf(query.offset + query.limit, next),
    ...(total !== undefined && { total_count: total }),
    initial: linkOf(null),
    missing_persons: missing,
    is_cached,
    last_refresh,
  };
}

/**
 * Is no field of the question given? `properties` alone filter nothing. @throws HogletError 400 when they cannot be
 * read
 */
function asksNothing({ needs }: PeopleQuestion, input: Record<string, unknown>): boolean {
  if (needs === undefined) return false;
  const { properties, ...given } = normaliseInput(input);
  const asks = (name: string) => Object.hasOwn(needs, name) && !Object.hasOwn(peoplePageEntries, name);
  if (Object.keys(given).some(asks)) return false;
  parseFilters(properties, "properties", "person");
  return true;
}

/** A page in the order of the list. */
export interface PeoplePage {
  people: Actor[];
  /** People who had been deleted before they were read. */
  missing: number;
  /** The place after the page; null = it is the last. */
  next: ActorCursor | null;
  /** Is the list ordered by the actors' values? */
  isRanked: boolean;
  /** Absent = it was not asked for. */
  total?: number;
}

export async function readPage(
  ctx: Pick<Context, "db">,
  project: Project,
  read: ReadPage,
  query: PeopleQuery,
): Promise<PeoplePage> {
  const { parts, next } = await findPeople(ctx, project.id, read, query);
  const people = parts.flatMap((part) => readPeople(ctx.db, project, part));
  const found = parts.reduce((sum, part) => sum + lengthOf(part), 0);
  const isRanked = parts.some(({ values }) => values !== undefined);
  const total = query.withTotal ? { total: await countPeople(ctx, project.id, read, query.search) } : {};
  return { people, missing: found - people.length, next, isRanked, ...total };
}

/**
 * Makes links to the pages of a question, as a GET. The place decides; the offset counts the pages.
 * @returns null = the first page
 */
export function pageLinks(asked: {
  origin: string;
  project: Project;
  path: string;
  input: Record<string, unknown>;
  field: string;
}): (offset: number | null, after?: ActorCursor) => string {
  const { origin, project, path, input, field } = asked;
  const start = `${origin}/api/projects/${project.id}/persons/${path}/?`;
  return (offset, after) =>
    start + toQuery({ ...input, [field]: offset, cursor: after === undefined ? null : toCursorText(after) });
}

/**
 * All people behind a number that a search finds, in the list's order. The list is fixed when this resolves, with one
 * or two numbers a person; every walk reads each person as it is then.
 * @throws as `peopleBehind`
 */
export async function peoplePages(
  ctx: Asks,
  project: Project,
  input: Record<string, unknown>,
  question: PeopleQuestion,
): Promise<() => AsyncGenerator<Actor[]>> {
  const { pageFields = PAGE_FIELDS } = question;
  const { search } = parsePeopleQuery(input, pageFields);
  const list = asksNothing(question, input) ? null : await question.toList(ctx, project, input);
  const parts = await findAllPeople(ctx, project.id, pagesOf(ctx, list), search);
  return () => inChunks(parts, (part) => readPeople(ctx.db, project, part));
}

/** Actors read between two turns of the event loop: 10 ms. */
const CHUNK = 500;

/** Reads actors in small pieces between turns of the event loop. */
export async function* inChunks<Page extends ActorPage, Row>(
  parts: readonly Page[],
  readRows: (part: Page) => Row[],
): AsyncGenerator<Row[]> {
  for (const part of parts) {
    for (let start = 0; start < lengthOf(part); start += CHUNK) {
      yield readRows(pickActors(part, placesOf(part, start, start + CHUNK)));
      await nextTurn();
    }
  }
}
