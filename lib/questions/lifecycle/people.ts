import * as v from "valibot";
import type { Asking } from "../../base/call-options.ts";
import type { PersonRecord } from "../../people/persons/index.ts";
import { peopleBehind, peoplePages } from "../people/people-behind.ts";
import type { PeopleQuestion, PlainPeopleAnswer } from "../people/people-behind.ts";
import type { PeopleFields } from "../people/people-fields.ts";
import { peoplePageEntries } from "../people/people-query.ts";
import type { Actor } from "../people/read-people.ts";
import { PERSON, personEntries, toPlainResponse } from "../people/response.ts";
import { LifecycleQuestion } from "../shared/entity-query.ts";
import type { PeopleKind } from "../shared/insight-kind.ts";
import { pointEntityEntries, rangeEntries } from "../shared/point-entries.ts";
import { lifecycleActors } from "./lifecycle-actors.ts";

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

/** Asks for the people behind a status of a lifecycle. */
export interface LifecyclePeopleQuestion extends PeopleFields<LifecycleQuestion, LifecyclePoint> {}

/** A person in its plain form; null where there is none (a personless actor). */
export type PlainPerson = Omit<PersonRecord, "id" | "created_at"> & { id: number | null; created_at: string | null };

export interface LifecyclePeopleMethods {
  /** People of a lifecycle: needs an entity, `target_date` and `lifecycle_type`. */
  lifecycle(query: LifecyclePeopleQuestion & Asking): Promise<PlainPeopleAnswer<PlainPerson>>;
}

const ACTORS: PeopleQuestion = { path: "lifecycle", toPlan: lifecycleActors };

export const lifecyclePeople: PeopleKind<LifecyclePeopleMethods> = {
  method: "lifecycle",
  path: ACTORS.path,
  verbs: ["GET"],
  summary:
    "Persons of one status in one period. Needs `events` or `actions` (or `entity_id` and `entity_type`), `target_date` and `lifecycle_type`: new, returning, resurrecting or dormant.",
  fields: v.object({ ...LifecycleQuestion.entries, ...LifecyclePoint.entries, ...peoplePageEntries }),
  example: { events: [{ id: "opened" }], target_date: "2024-03-01", lifecycle_type: "dormant" },
  response: toPlainResponse(v.object(personEntries), PERSON),
  async ask(ctx, project, input, origin) {
    const { results, next } = await peopleBehind(ctx, project, input, ACTORS, origin);
    const [{ people, count }] = results;
    return { results: [{ people: people.flatMap(toPlain), count }], next };
  },
  async pages(ctx, project, input) {
    const pages = await peoplePages(ctx, project, input, ACTORS);
    return async function* () {
      for await (const page of pages()) yield page.flatMap(toPlain);
    };
  },
};

/** A lifecycle is of persons, never of groups. */
function toPlain(actor: Actor): PlainPerson[] {
  if (actor.type === "group") return [];
  const { type: _, matched_recordings: __, value_at_data_point: ___, ...person } = actor;
  return [person];
}
