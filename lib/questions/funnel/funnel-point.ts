import { invalid } from "../../base/errors.ts";
import { fromWallClock } from "../../base/zone-clock.ts";
import type { DateRange } from "../../port/range.ts";
import type { Asked } from "../shared/answer.ts";
import { nextInterval, startOfInterval } from "../shared/calendar.ts";
import { parseDateText } from "../shared/date-text.ts";
import type { FunnelQuery } from "./node.ts";
import type { FunnelPoint } from "./plan.ts";

type Maybe<T> = T | null | undefined;

/** The steps of a number, counted from 1. */
export interface NamedSteps {
  /** s > 0: reached step s; s < 0: dropped off before step |s|. */
  step?: Maybe<number>;
  /** Exactly these steps; counts before `step`. */
  custom?: Maybe<readonly number[]>;
}

/** A number of a funnel, in both dialects. */
export interface NamedPoint extends NamedSteps {
  /** Over time: the start of the period, as digits of the project's clock. */
  periodStart?: Maybe<string>;
  /** Over time: the period itself; before its start. */
  period?: Maybe<DateRange>;
  isDropOff?: Maybe<boolean>;
}

/**
 * The furthest steps that count, from 1; steps that do not exist are left out.
 * @returns null = the fields name none. Source: reference/insights.md 13.2.
 */
export function toPointSteps({ step, custom }: NamedSteps, count: number): number[] | null {
  const all = Array.from({ length: count }, (_, index) => index + 1);
  if (custom && custom.length > 0) return all.filter((each) => custom.includes(each));
  if (step === undefined || step === null) return null;
  if (step === 0) return [];
  return all.filter((each) => (step > 0 ? each >= step : each === -step - 1));
}

/** A period of trends, else steps. @throws HogletError 400 when none is named */
export function toFunnelPoint(point: NamedPoint, query: FunnelQuery, asked: Asked): FunnelPoint {
  if (query.view === "trends") return toPeriod(point, query, asked);
  const steps = toPointSteps(point, query.entities.length);
  if (steps !== null) return { by: "furthest", steps };
  throw invalid("funnel_step", "A step must be named by funnel_step or funnel_custom_steps.", "required");
}

function toPeriod(
  { isDropOff, periodStart: start, period }: NamedPoint,
  { dates: { interval }, fromStep, toStep }: FunnelQuery,
  { calendar, nowMs }: Asked,
): FunnelPoint {
  if (isDropOff === undefined || isDropOff === null) {
    throw invalid(
      "drop_off",
      "Filter parameter drop_off must be provided and a bool for funnel trends persons!",
      "required",
    );
  }
  if (start === undefined || start === null) {
    throw invalid(
      "entrance_period_start",
      "Filter parameter entrance_period_start must be provided and a datetime for funnel trends persons!",
      "required",
    );
  }
  const { wallMs } = parseDateText(start, nowMs, "entrance_period_start");
  const fromMs = startOfInterval(fromWallClock(wallMs, calendar.timezone), interval, calendar);
  const own = period ?? { fromMs, untilMs: nextInterval(fromMs, interval, calendar) };
  return { by: "period", ...own, fromStep, toStep, isDropOff };
}
