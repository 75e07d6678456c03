import * as v from "valibot";
import { Properties } from "../../../base/answer-scalars.ts";
import { answeredAs, ENVELOPE, envelopeEntries, lineEntries, PersonLinks } from "../../shared/answer-response.ts";
import { answer, openQuestion } from "../../shared/answer.ts";
import type { Answer, Asked, Asks } from "../../shared/answer.ts";
import { formatDay } from "../../shared/calendar.ts";
import type { Entity } from "../../shared/entity.ts";
import { toExactRange } from "../../shared/exact-range.ts";
import { nodeRange } from "../../shared/node-question.ts";
import { linkPoints, personLinks, toLinkPoint } from "../../shared/person-links.ts";
import type { PersonLink } from "../../shared/person-links.ts";
import { total } from "../../shared/points.ts";
import type { ProjectSettings } from "../../shared/project-settings.ts";
import { rememberParsed } from "../../shared/remember-parsed.ts";
import { countLifecycle, STATUSES, toData } from "../answer.ts";
import type { CountedLifecycle } from "../answer.ts";
import { readOlderLifecycle } from "./question.ts";
import type { LifecycleFilter, OlderLifecycle } from "./question.ts";

const Series = v.object({
  status: v.picklist(STATUSES),
  action: answeredAs<Entity>(Properties),
  /** `label`: `$pageview - dormant`. `count`: the sum of `data`. `data`: persons per period; of dormant ones the negative. */
  ...lineEntries,
  days: v.array(v.string()),
  persons_urls: PersonLinks,
  /** The question in normal form; it may be asked again as it is. */
  filter: answeredAs<LifecycleFilter>(Properties),
});

/** The persons of one status, period by period (reference/insights.md 8). */
export interface LifecycleSeries extends v.InferOutput<typeof Series> {}

export const LifecycleResponse = v.pipe(
  v.object({ result: v.array(Series), ...envelopeEntries }),
  v.examples([
    {
      result: [
        {
          status: "new",
          action: { id: "opened", type: "events", order: 0, name: "opened" } as Entity,
          label: "opened - new",
          count: 3,
          data: [1, 2],
          labels: ["1-May-2024", "2-May-2024"],
          days: ["2024-05-01", "2024-05-02"],
          persons_urls: [],
          filter: { insight: "LIFECYCLE" } as LifecycleFilter,
        },
      ],
      ...ENVELOPE,
    },
  ]),
);

export type LifecycleResult = Answer<LifecycleSeries[]>;

const parseQuestion = rememberParsed(readOlderLifecycle);

/**
 * No lines when there is no entity, or its action does not exist.
 * @throws HogletError 400 naming the field
 * @example await lifecycle(ctx, project, { events: [{ id: "opened" }], date_from: "-8w", interval: "week" });
 */
export async function lifecycle(
  ctx: Asks,
  project: ProjectSettings,
  input: unknown,
  origin = "",
): Promise<LifecycleResult> {
  const question = parseQuestion(input);
  const { query, filter, refresh } = question;
  const asked = openQuestion(ctx, project, origin);
  const range = await nodeRange(ctx, asked, query.dates);
  const show = (counted: CountedLifecycle | null) => (counted === null ? [] : toSeries(asked, question, counted));
  const key = { insight: "LIFECYCLE", filter, dates: range, refresh };
  return answer(ctx, asked, key, () => countLifecycle(ctx, asked, query, range), show);
}

function toSeries(asked: Asked, question: OlderLifecycle, counted: CountedLifecycle): LifecycleSeries[] {
  const { entity, found, days, labels } = counted;
  return STATUSES.map((status) => {
    const data = toData(found, status);
    return {
      status,
      action: entity,
      label: `${entity.name} - ${status}`,
      count: total(data),
      data,
      labels,
      days,
      persons_urls: toLinks(asked, question, status, counted),
      filter: question.filter,
    };
  });
}

/** Links to the persons of each period, with its exact start, so that they lead there later too. */
function toLinks(
  asked: Asked,
  { filter }: OlderLifecycle,
  status: string,
  { edgesMs, range }: CountedLifecycle,
): PersonLink[] {
  const shared = { ...filter, lifecycle_type: status, question_range: toExactRange(range) };
  const linkOf = personLinks(asked, "lifecycle", shared);
  const points = edgesMs.slice(1).map((fromMs, index) =>
    toLinkPoint({
      target_date: formatDay(fromMs, filter.interval, asked.calendar.timezone),
      point_range: toExactRange({ fromMs, untilMs: edgesMs[index + 2] ?? range.untilMs }),
    }),
  );
  return linkPoints(linkOf, points, STATUSES.length);
}
