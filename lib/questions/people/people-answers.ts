import { stickinessActors } from "../stickiness/stickiness-actors.ts";
import { lifecycleActors } from "../lifecycle/lifecycle-actors.ts";
import { trendActors } from "../trend/trend-actors.ts";
import type { Asks } from "../shared/answer.ts";
import type { PersonRecord } from "../../people/persons/index.ts";
import type { Project } from "../../admin/projects/index.ts";
import { peopleBehind, peoplePages } from "./people-behind.ts";
import type { PeopleAnswer, PeopleQuestion, PlainPeopleAnswer } from "./people-behind.ts";
import type { Actor } from "./read-people.ts";

export const TREND_PEOPLE: PeopleQuestion = { path: "trends", toPlan: trendActors };
const LIFECYCLE_PEOPLE: PeopleQuestion = { path: "lifecycle", toPlan: lifecycleActors };
export const STICKINESS_PEOPLE: PeopleQuestion = { path: "stickiness", toPlan: stickinessActors };

type Input = Record<string, unknown>;

/**
 * The persons (or groups) behind a point of a trend, those with the highest `value_at_data_point` first: how many of the
 * counted events are theirs, or the trend's statistic (`sum`, `median`, …) of these.
 * @param input a trend's fields, and `entity_id` with `entity_type` (or `entity_order`), `date_from`, `breakdown_value`
 * @throws HogletError 400 naming the field
 * @example
 * await trendPeople(ctx, project, { entity_id: "signed up", entity_type: "events", date_from: "2024-03-01" });
 */
export function trendPeople(ctx: Asks, project: Project, input: Input, origin = ""): Promise<PeopleAnswer> {
  return peopleBehind(ctx, project, input, TREND_PEOPLE, origin);
}

/** A person in its plain form; null where there is none (a personless actor). */
export type PlainPerson = Omit<PersonRecord, "id" | "created_at"> & { id: number | null; created_at: string | null };

/**
 * The persons of a status in one period of a lifecycle.
 * @param input a lifecycle's fields, `target_date` and `lifecycle_type`
 * @throws HogletError 400 naming the field
 * @example
 * await lifecyclePeople(ctx, project, { events: [{ id: "opened" }], target_date: "2024-03-01", lifecycle_type: "dormant" });
 */
export async function lifecyclePeople(
  ctx: Asks,
  project: Project,
  input: Input,
  origin = "",
): Promise<PlainPeopleAnswer<PlainPerson>> {
  const { results, next } = await peopleBehind(ctx, project, input, LIFECYCLE_PEOPLE, origin);
  const [{ people, count }] = results;
  return { results: [{ people: people.flatMap(toPlain), count }], next };
}

/**
 * All of them, for CSV.
 * @throws as `lifecyclePeople`
 */
export async function lifecyclePeoplePages(
  ctx: Asks,
  project: Project,
  input: Input,
): Promise<() => AsyncGenerator<PlainPerson[]>> {
  const pages = await peoplePages(ctx, project, input, LIFECYCLE_PEOPLE);
  return async function* () {
    for await (const page of pages()) yield page.flatMap(toPlain);
  };
}

/** A lifecycle is of persons, never of groups. */
function toPlain(actor: Actor): PlainPerson[] {
  if (actor.type === "group") return [];
  const { type: _, matched_recordings: __, value_at_data_point: ___, ...person } = actor;
  return [person];
}

/**
 * The persons (or groups) that were active in exactly so many intervals.
 * @param input a stickiness' fields, `stickiness_days`, and `entity_id` with `entity_type` (or `entity_order`)
 * @throws HogletError 400 naming the field
 * @example
 * await stickinessPeople(ctx, project, { entity_id: "opened", entity_type: "events", stickiness_days: 3 });
 */
export async function stickinessPeople(
  ctx: Asks,
  project: Project,
  input: Input,
  origin = "",
): Promise<PlainPeopleAnswer> {
  const { results, next } = await peopleBehind(ctx, project, input, STICKINESS_PEOPLE, origin);
  return { results, next };
}
