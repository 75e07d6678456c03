import * as v from "valibot";
import type { Asking } from "../../base/call-options.ts";
import { peopleBehind, peoplePages } from "../people/people-behind.ts";
import type { PeopleQuestion, PlainPeopleAnswer } from "../people/people-behind.ts";
import type { PeopleFields } from "../people/people-fields.ts";
import { peoplePageEntries } from "../people/people-query.ts";
import { PlainPeopleResponse } from "../people/response.ts";
import { StickinessQuestion } from "../shared/entity-query.ts";
import type { PeopleKind } from "../shared/insight-kind.ts";
import { Index, pointEntityEntries, questionRangeEntries } from "../shared/point-entries.ts";
import { stickinessActors } from "./stickiness-actors.ts";

/** A number of a stickiness. Source: reference/insights.md 13.7. */
export const StickinessPoint = v.object({
  ...pointEntityEntries,
  /** Active in exactly this many intervals, from 1; required. */
  stickiness_days: Index,
  /** Another name of `stickiness_days`. */
  selected_interval: Index,
  ...questionRangeEntries,
});
export type StickinessPoint = v.InferInput<typeof StickinessPoint>;

/** Asks for the people behind a number of a stickiness. */
export interface StickinessPeopleQuestion extends PeopleFields<StickinessQuestion, StickinessPoint> {}

export interface StickinessPeopleMethods {
  /** People of a stickiness: needs `stickiness_days`, and `entity_id` with `entity_type`, or `entity_order`. */
  stickiness(query: StickinessPeopleQuestion & Asking): Promise<PlainPeopleAnswer>;
}

const ACTORS: PeopleQuestion = { path: "stickiness", toPlan: stickinessActors };

export const stickinessPeople: PeopleKind<StickinessPeopleMethods> = {
  method: "stickiness",
  path: ACTORS.path,
  verbs: ["GET"],
  summary:
    "Persons (or groups) active in exactly `stickiness_days` intervals. Needs `stickiness_days`, and `entity_id` with `entity_type` (or `entity_order`).",
  fields: v.object({ ...StickinessQuestion.entries, ...StickinessPoint.entries, ...peoplePageEntries }),
  example: { entity_id: "opened", entity_type: "events", stickiness_days: 3 },
  response: PlainPeopleResponse,
  async ask(ctx, project, input, origin) {
    const { results, next } = await peopleBehind(ctx, project, input, ACTORS, origin);
    return { results, next };
  },
  pages: (ctx, project, input) => peoplePages(ctx, project, input, ACTORS),
};
