import * as v from "valibot";
import { Link } from "../../../base/answer-scalars.ts";
import { answer, openQuestion } from "../../shared/answer.ts";
import type { Answer, Asks } from "../../shared/answer.ts";
import { ENVELOPE, envelopeEntries } from "../../shared/answer-response.ts";
import type { ProjectSettings } from "../../shared/project-settings.ts";
import { rememberParsed } from "../../shared/remember-parsed.ts";
import { trendRanges } from "../answer.ts";
import { trendPeriods } from "../trend-periods.ts";
import type { TrendPeriod } from "../trend-periods.ts";
import { toAllSeries, TrendSeries } from "./lines.ts";
import { readOlderTrend } from "./question.ts";
import type { TrendFilter } from "./question.ts";

export const TrendResponse = v.pipe(
  v.object({ result: v.array(TrendSeries), ...envelopeEntries, next: Link }),
  v.examples([
    {
      result: [
        {
          label: "signed up",
          count: 3,
          data: [1, 2],
          labels: ["1-May-2024", "2-May-2024"],
          days: ["2024-05-01", "2024-05-02"],
          filter: { insight: "TRENDS" } as TrendFilter,
        },
      ],
      ...ENVELOPE,
      next: null,
    },
  ]),
);

/** The answer to a trend, as it goes over the wire. */
export interface TrendResult extends Answer<TrendSeries[]> {
  /** Null in process. Over HTTP the URL of the next page of breakdown values, if there may be one. */
  next: string | null;
}

const parseQuestion = rememberParsed(readOlderTrend);

/**
 * Counts events over time: one line per member of `events` and `actions`, or per value of the breakdown; all zero when
 * nothing matched, and none for an action that does not exist.
 * @param input fields of `TrendQuestion`, typed or as the text of a query string
 * @param origin scheme and host that links to persons begin with
 * @throws HogletError 400 naming the field
 * @example await trend(ctx, project, { events: [{ id: "signed up", math: "dau" }], date_from: "-30d", interval: "week"
 * });
 */
export async function trend(ctx: Asks, project: ProjectSettings, input: unknown, origin = ""): Promise<TrendResult> {
  const question = parseQuestion(input);
  const { query, filter, refresh } = question;
  const asked = openQuestion(ctx, project, origin);
  const ranges = await trendRanges(ctx, asked, query);
  const show = (periods: TrendPeriod[]) => toAllSeries(asked, question, periods);
  const compute = () => trendPeriods(ctx, asked, query, ranges);
  return {
    ...(await answer(ctx, asked, { insight: "TRENDS", filter, dates: ranges, refresh }, compute, show)),
    next: null,
  };
}
