import * as v from "valibot";
import { Properties } from "../../../base/answer-scalars.ts";
import type { GroupValue, LineKey } from "../../../port/lines.ts";
import type { DateRange } from "../../../port/range.ts";
import { answeredAs, ENVELOPE, envelopeEntries } from "../../shared/answer-response.ts";
import { answer, openQuestion } from "../../shared/answer.ts";
import type { Answer, Asked, Asks } from "../../shared/answer.ts";
import { formatDay } from "../../shared/calendar.ts";
import { toExactRange } from "../../shared/exact-range.ts";
import { nodeRange } from "../../shared/node-question.ts";
import { personLinks } from "../../shared/person-links.ts";
import type { ProjectSettings } from "../../shared/project-settings.ts";
import { rememberParsed } from "../../shared/remember-parsed.ts";
import { cohortNames } from "../../trend/trend-lines.ts";
import { countFunnel } from "../answer.ts";
import type { CountedFunnel } from "../answer.ts";
import { explainFunnel } from "../explain-funnel.ts";
import type { FunnelExplanation } from "../explain-funnel.ts";
import { labelEntries, toFunnelLabel } from "../funnel-line-label.ts";
import { stepEntries } from "../steps.ts";
import type { StepsLine } from "../steps.ts";
import { TimesToConvert } from "../time-to-convert.ts";
import { toFunnelPlan } from "../to-funnel-plan.ts";
import { trendEntries } from "../trends.ts";
import type { CountedTrends, TrendsLine } from "../trends.ts";
import { readOlderFunnel } from "./question.ts";
import type { OlderFunnel } from "./question.ts";

const Numbers = v.array(v.number());
const Urls = v.array(v.string());

const Step = v.object({
  ...stepEntries,
  ...labelEntries,
  converted_people_url: v.string(),
  /** To those who got to the step before and no further; null = there is none before. */
  dropped_people_url: v.nullable(v.string()),
  /** Each property with its value; only when the question sent `breakdowns`. */
  breakdowns: v.exactOptional(answeredAs<{ property: string; value: GroupValue }[]>(v.array(Properties))),
});

/** One step of a funnel's answer, as it goes over the wire; of a breakdown with the line that it is of. */
export interface FunnelStepResult extends v.InferOutput<typeof Step> {}

/** Steps, or for a breakdown a list of them for each line; empty = there are no steps, or no line. */
export type FunnelStepsResult = FunnelStepResult[] | FunnelStepResult[][];

const Trend = v.object({
  ...trendEntries,
  breakdown_value: labelEntries.breakdown_value,
  /** How many reached either step. Ours: the original shows the rates alone. */
  reached_from_step_count: Numbers,
  reached_to_step_count: Numbers,
  /** To those who reached the second step, and to those who reached only the first. Ours. */
  converted_people_urls: Urls,
  dropped_people_urls: Urls,
});

export interface FunnelTrendResult extends v.InferOutput<typeof Trend> {}

const Times = v.omit(TimesToConvert, ["median_conversion_time"]);

/** How long it took to get from one step to another. Clients of this dialect know no median. */
export interface TimeToConvertResult extends v.InferOutput<typeof Times> {}

export const FunnelResponse = v.pipe(
  v.object({
    result: v.union([v.array(v.union([Step, Trend, v.array(Step)])), Times]),
    ...envelopeEntries,
    explanation: v.exactOptional(v.nullable(Properties)),
  }),
  v.examples([
    {
      result: [
        {
          action_id: "signed up",
          name: "signed up",
          custom_name: null,
          order: 0,
          people: [],
          count: 3,
          type: "events",
          average_conversion_time: null,
          median_conversion_time: null,
          converted_people_url: "/api/projects/1/persons/funnel/?funnel_step=1",
          dropped_people_url: null,
        },
      ],
      ...ENVELOPE,
    },
  ]),
);

type FunnelViews = FunnelStepsResult | FunnelTrendResult[] | TimeToConvertResult;

export interface FunnelResult<Result = FunnelViews> extends Answer<Result> {
  /** The actor's way through the funnel, for a question with `explain`; null = the funnel is empty. Ours. */
  explanation?: FunnelExplanation | null;
}

const parseQuestion = rememberParsed(readOlderFunnel);

/**
 * The number of actors with the first step who did the next steps in time. Steps are the members of `events` and `actions`;
 * without any, or when an action does not exist, the result is empty. `explain: true` with `person_id`, `distinct_id` or
 * `group_key` adds what that one did.
 * @param origin scheme and host that links to persons begin with
 * @throws HogletError 400 naming the field
 * @example
 * await funnel(ctx, project, { events: [{ id: "signed up" }, { id: "paid", order: 1 }], funnel_window_days: 7 });
 */
export async function funnel(
  ctx: Asks,
  project: ProjectSettings,
  input: Record<string, unknown>,
  origin = "",
): Promise<FunnelResult> {
  const question = parseQuestion(input);
  const { query, filter, refresh, explain } = question;
  const asked = openQuestion(ctx, project, origin);
  const range = await nodeRange(ctx, asked, query.dates);
  const key = { insight: "FUNNELS", filter, dates: range, refresh };
  const show = (counted: CountedFunnel) => toResult(ctx, asked, question, { counted, range });
  const answered = await answer(ctx, asked, key, () => countFunnel(ctx, asked, query, range), show);
  if (!explain) return answered;
  const planned = toFunnelPlan(ctx, asked, query, range);
  return { ...answered, explanation: planned && (await explainFunnel(ctx, planned, input)) };
}

function toResult(
  ctx: Asks,
  asked: Asked,
  question: OlderFunnel,
  { counted, range }: { counted: CountedFunnel; range: DateRange },
): FunnelViews {
  if (counted.view === "time_to_convert") {
    if (counted.times === null) return [];
    const { bins, average_conversion_time } = counted.times;
    return { bins, average_conversion_time };
  }
  const labelOf = toLabels(ctx, asked, question);
  const linkOf = funnelLinks(asked, question, range);
  if (counted.view === "trends") {
    const { trends } = counted;
    if (trends === null) return [];
    return trends.lines.map((line): FunnelTrendResult => {
      const { breakdown_value: value } = labelOf(line.key);
      const reached = { reached_from_step_count: line.reachedFrom, reached_to_step_count: line.reachedTo };
      const urls = toTrendLinks(line, { edgesMs: trends.edgesMs, range, asked }, linkOf);
      return Object.assign({}, line.trend, reached, urls, value === undefined ? {} : { breakdown_value: value });
    });
  }
  const lines = counted.lines.map((line) => toSteps(line, labelOf(line.key), linkOf));
  return question.query.breakdown === null ? (lines[0] ?? []) : lines;
}

type Label = Pick<FunnelStepResult, "breakdown" | "breakdown_value" | "breakdowns">;

function toLabels(ctx: Asks, asked: Asked, { query, filter }: OlderFunnel): (key: LineKey) => Label {
  const cohortName = cohortNames(ctx, asked.project.id);
  const { breakdowns = [] } = filter;
  return (key) => {
    const label = toFunnelLabel(key, query, cohortName);
    if (label === null || key.type === "cohort" || !breakdowns?.length) return label ?? {};
    const values = [label.breakdown_value].flat();
    const pairs = breakdowns.map(({ property, value }, index) => ({
      property: String(property ?? value ?? ""),
      // The rest has one value for any number of properties.
      value: values[index] ?? values[0] ?? "",
    }));
    return { ...label, breakdowns: pairs };
  };
}

type Links = (own: Record<string, unknown>, line: LineKey) => string;

/** Makes links to the persons of a funnel. @returns a function that takes the point's own fields and its line */
function funnelLinks(asked: Asked, { filter }: OlderFunnel, range: DateRange): Links {
  // Exact dates: -7d would change with time.
  const linkOf = personLinks(asked, "funnel", { ...filter, question_range: toExactRange(range) });
  return (own, line) => linkOf({ ...own, ...toLineFields(line) }).url;
}

/** The fields that name a line. */
function toLineFields(key: LineKey): Record<string, unknown> {
  switch (key.type) {
    case "values":
      // A value may itself be called "Other".
      return { funnel_step_breakdown: key.values, funnel_step_other: false };
    case "rest":
      return { funnel_step_breakdown: ["Other"], funnel_step_other: true };
    case "cohort":
      return { funnel_step_breakdown: key.id ?? "all" };
    default:
      return {};
  }
}

function toSteps({ key, steps }: StepsLine, label: Label, linkOf: Links): FunnelStepResult[] {
  return steps.map((step, index) => ({
    ...step,
    converted_people_url: linkOf({ funnel_step: index + 1 }, key),
    dropped_people_url: index === 0 ? null : linkOf({ funnel_step: -index - 1 }, key),
    ...label,
  }));
}

function toTrendLinks(
  { key }: TrendsLine,
  { edgesMs, range, asked }: Pick<CountedTrends, "edgesMs"> & { range: DateRange; asked: Asked },
  linkOf: Links,
): Pick<FunnelTrendResult, "converted_people_urls" | "dropped_people_urls"> {
  const urlsOf = (isDropOff: boolean) =>
    edgesMs.map((fromMs, index) => {
      const period = { fromMs, untilMs: edgesMs[index + 1] ?? range.untilMs };
      const start = formatDay(fromMs, "hour", asked.calendar.timezone);
      // Beside the start, since a clock shows one hour twice in autumn.
      const own = { entrance_period_start: start, drop_off: isDropOff, point_range: toExactRange(period) };
      return linkOf(own, key);
    });
  return { converted_people_urls: urlsOf(false), dropped_people_urls: urlsOf(true) };
}
