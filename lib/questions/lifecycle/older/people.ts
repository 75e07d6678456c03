import * as v from "valibot";
import type { Asking } from "../../../base/call-options.ts";
import { invalid } from "../../../base/errors.ts";
import type { PersonRecord } from "../../../people/persons/index.ts";
import { peopleBehind, peoplePages } from "../../people/people-behind.ts";
import type { PeopleQuestion, PlainPeopleAnswer } from "../../people/people-behind.ts";
import type { PeopleFields } from "../../people/people-fields.ts";
import { peoplePageEntries } from "../../people/people-query.ts";
import type { Actor } from "../../people/read-people.ts";
import { PERSON, personEntries, toPlainResponse } from "../../people/response.ts";
import { openQuestion } from "../../shared/answer.ts";
import type { Asked, Asks } from "../../shared/answer.ts";
import { startOfInterval } from "../../shared/calendar.ts";
import { parseExactRange } from "../../shared/exact-range.ts";
import type { PeopleKind } from "../../shared/insight-kind.ts";
import { nodeRange } from "../../shared/node-question.ts";
import { toPointEntity } from "../../shared/point-entity.ts";
import { pointEntityEntries, rangeEntries } from "../../shared/point-entries.ts";
import type { ProjectSettings } from "../../shared/project-settings.ts";
import { parseMoment } from "../../shared/query-range.ts";
import { scalarText } from "../../shared/scalar-text.ts";
import { lifecycleActors, toRead, toStatus } from "../actors.ts";
import type { LifecycleQuery } from "../node.ts";
import type { LifecycleActorList } from "../plan.ts";
import { LifecycleQuestion, readOlderLifecycle } from "./question.ts";

/** A status of a lifecycle in a period. Source: reference/insights.md 13.5. */
export const LifecyclePoint = v.object({
  ...pointEntityEntries,
  /** Required. */
  lifecycle_type: v.nullish(v.picklist(["new", "returning", "resurrecting", "dormant"])),
  /** A date in the period; required, unless `point_range` says it. */
  target_date: v.nullish(v.string()),
  ...rangeEntries,
});
export type LifecyclePoint = v.InferInput<typeof LifecyclePoint>;

export interface LifecyclePeopleQuestion extends PeopleFields<LifecycleQuestion, LifecyclePoint> {}

/** A person in its plain form; null where there is none (a personless actor). */
export type PlainPerson = Omit<PersonRecord, "id" | "created_at"> & { id: number | null; created_at: string | null };

export interface LifecyclePeopleMethods {
  /** People of a lifecycle: needs an entity, `target_date` and `lifecycle_type`. */
  lifecycle(query: LifecyclePeopleQuestion & Asking): Promise<PlainPeopleAnswer<PlainPerson>>;
}

const ACTORS: PeopleQuestion = {
  path: "lifecycle",
  toList: olderLifecycleActors,
  needs: { ...LifecycleQuestion.entries, ...LifecyclePoint.entries },
};

export const lifecyclePeople: PeopleKind<LifecyclePeopleMethods> = {
  path: ACTORS.path,
  verbs: ["GET"],
  summary:
    "Persons of one status in one period. Needs `events` or `actions` (or `entity_id` and `entity_type`), `target_date` and `lifecycle_type`: new, returning, resurrecting or dormant.",
  fields: v.object({ ...LifecycleQuestion.entries, ...LifecyclePoint.entries, ...peoplePageEntries }),
  example: { events: [{ id: "opened" }], target_date: "2024-03-01", lifecycle_type: "dormant" },
  response: toPlainResponse(v.object(personEntries), PERSON),
  async ask(ctx, project, input, origin) {
    const { results, next, total_count: total } = await peopleBehind(ctx, project, input, ACTORS, origin);
    const [{ people, count }] = results;
    return {
      results: [{ people: people.flatMap(toPlain), count }],
      next,
      ...(total !== undefined && { total_count: total }),
    };
  },
  async pages(ctx, project, input) {
    const pages = await peoplePages(ctx, project, input, ACTORS);
    return async function* () {
      for await (const page of pages()) yield page.flatMap(toPlain);
    };
  },
};

/** A lifecycle of this dialect has persons, never groups. */
function toPlain(actor: Actor): PlainPerson[] {
  if (actor.type === "group") return [];
  const { type: _, matched_recordings: __, value_at_data_point: ___, ...person } = actor;
  return [person];
}

/**
 * The actors with a status of a lifecycle in a period.
 * @param input the lifecycle's fields; `lifecycle_type`; the period by `point_range`, else the one that holds `target_date`.
 * The entity is the first of the question, or what `entity_id` and `entity_type` name when it has none.
 * @returns null = no actors, since the entity's action does not exist
 * @throws HogletError 400 naming the field. Source: reference/insights.md 13.5.
 */
export async function olderLifecycleActors(
  ctx: Asks,
  project: ProjectSettings,
  input: Record<string, unknown>,
): Promise<LifecycleActorList | null> {
  const { query } = readOlderLifecycle(input);
  const asked = openQuestion(ctx, project, "");
  const fromMs = parseExactRange(input, "point_range")?.fromMs ?? toStart(asked, query, input["target_date"]);
  const status = toStatus(input["lifecycle_type"], "lifecycle_type");
  const entity = query.entities[0] ?? toPointEntity(input, []);
  const sessions =
    parseExactRange(input, "question_range") ?? toRead(asked, query, await nodeRange(ctx, asked, query.dates));
  return lifecycleActors(ctx, asked, query, { entity, fromMs, status, sessions });
}

/** The start of the period that holds a date. */
function toStart(asked: Asked, { dates }: LifecycleQuery, value: unknown): number {
  if (value === undefined || value === null || value === "") {
    throw invalid("target_date", "Must include specified date.", "required");
  }
  const ms = parseMoment(scalarText(value, "target_date"), "target_date", asked);
  return startOfInterval(ms, dates.interval, asked.calendar);
}
