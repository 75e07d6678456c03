import * as v from "valibot";
import { Properties } from "../../../base/answer-scalars.ts";
import {
  answeredAs,
  comparedEntries,
  ENVELOPE,
  envelopeEntries,
  lineEntries,
  PersonLinks,
} from "../../shared/answer-response.ts";
import { answer, openQuestion } from "../../shared/answer.ts";
import type { Answer, Asked, Asks } from "../../shared/answer.ts";
import type { Entity } from "../../shared/entity.ts";
import { toExactRange } from "../../shared/exact-range.ts";
import { linkPoints, personLinks, toLinkPoint } from "../../shared/person-links.ts";
import { total } from "../../shared/points.ts";
import type { ProjectSettings } from "../../shared/project-settings.ts";
import { rememberParsed } from "../../shared/remember-parsed.ts";
import { countStickiness, stickinessRanges, toLabels } from "../answer.ts";
import type { CountedStickiness } from "../answer.ts";
import { readOlderStickiness } from "./question.ts";
import type { OlderStickiness, StickinessFilter } from "./question.ts";

const Series = v.object({
  action: answeredAs<Entity>(Properties),
  /**
   * `count`: the sum of `data`. `data`, place 0: actors active in exactly one interval of the range; place 1: in exactly two; …
   * `labels`: `1 day`, `2 days`, …; `day 0`, `day 1`, … when compared.
   */
  ...lineEntries,
  /** 1, 2, … */
  days: v.array(v.number()),
  ...comparedEntries,
  persons_urls: PersonLinks,
  /** The question in normal form; it may be asked again as it is. */
  filter: answeredAs<StickinessFilter>(Properties),
});

/** How faithfully one entity is used (reference/insights.md 9). */
export interface StickinessSeries extends v.InferOutput<typeof Series> {}

export const StickinessResponse = v.pipe(
  v.object({ result: v.array(Series), ...envelopeEntries }),
  v.examples([
    {
      result: [
        {
          action: { id: "opened", type: "events", order: 0, name: "opened" } as Entity,
          label: "opened",
          count: 5,
          data: [3, 2],
          labels: ["1 day", "2 days"],
          days: [1, 2],
          persons_urls: [],
          filter: { insight: "STICKINESS" } as StickinessFilter,
        },
      ],
      ...ENVELOPE,
    },
  ]),
);

export type StickinessResult = Answer<StickinessSeries[]>;

const parseQuestion = rememberParsed(readOlderStickiness);

/**
 * Counts persons (or groups, with math unique_group) by the number of intervals in which they did it.
 * @throws HogletError 400 naming the field
 * @example await stickiness(ctx, project, { events: [{ id: "opened" }], date_from: "-30d" });
 */
export async function stickiness(
  ctx: Asks,
  project: ProjectSettings,
  input: unknown,
  origin = "",
): Promise<StickinessResult> {
  const question = parseQuestion(input);
  const { query, filter, refresh } = question;
  const asked = openQuestion(ctx, project, origin);
  const ranges = await stickinessRanges(ctx, asked, query);
  const show = (counted: CountedStickiness[]) => counted.map((one) => toSeries(asked, question, one, counted.length));
  const compute = () => countStickiness(ctx, asked, query, ranges);
  return answer(ctx, asked, { insight: "STICKINESS", filter, dates: ranges, refresh }, compute, show);
}

function toSeries(
  asked: Asked,
  { filter }: OlderStickiness,
  { entity, active, range, compared }: CountedStickiness,
  lines: number,
): StickinessSeries {
  const point = {
    entity_id: entity.id,
    entity_type: entity.type,
    entity_math: entity.math,
    entity_order: entity.order,
  };
  const shared = { ...filter, compare: null, ...point, question_range: toExactRange(range) };
  const linkOf = personLinks(asked, "stickiness", shared);
  const days = active.map((_, index) => index + 1);
  return {
    action: entity,
    label: entity.name,
    count: total(active),
    data: active,
    labels: toLabels(active, filter.interval),
    days,
    ...compared,
    persons_urls: linkPoints(
      linkOf,
      days.map((day) => toLinkPoint({ stickiness_days: day })),
      lines,
    ),
    filter,
  };
}
