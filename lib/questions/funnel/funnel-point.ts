import type { FunnelPoint } from "./plan.ts";
import * as v from "valibot";
import { invalid } from "../../base/errors.ts";
import { parse } from "../../base/parse.ts";
import { parseExactRange } from "../shared/exact-range.ts";
import { fromWallClock, nextInterval, startOfInterval } from "../shared/calendar.ts";
import type { Calendar } from "../shared/calendar.ts";
import { parseDateText } from "../shared/date-text.ts";
import { integerField, YesField } from "../shared/fields.ts";
import { normaliseInput } from "../shared/input.ts";
import type { FunnelQuery } from "./question.ts";

const Step = integerField(-255, 1_000_000);

const PointFields = v.object({
  funnel_step: v.optional(Step),
  funnel_custom_steps: v.optional(v.array(Step), []),
  entrance_period_start: v.optional(v.string()),
  drop_off: v.optional(YesField),
});
type PointFields = v.InferOutput<typeof PointFields>;

/**
 * The steps that count, as numbers from 1: `funnel_custom_steps` exactly, else by `funnel_step` s > 0 that and later ones,
 * s < 0 the one before |s|: those who dropped off there. Steps that do not exist are nobody's.
 * @returns null = neither field is there. @throws HogletError 400 naming the field. Source: reference/insights.md 13.2.
 */
export function toPointSteps(input: Record<string, unknown>, count: number): number[] | null {
  const { funnel_step: step, funnel_custom_steps: custom } = parse(PointFields, normaliseInput(input));
  const all = Array.from({ length: count }, (_, index) => index + 1);
  if (custom.length > 0) return all.filter((each) => custom.includes(each));
  if (step === undefined) return null;
  if (step === 0) return [];
  return all.filter((each) => (step > 0 ? each >= step : each === -step - 1));
}

/**
 * The point of a funnel whose persons are asked for: of trends a period, by `entrance_period_start` (digits of the
 * project's clock) and `drop_off`; else steps, as `toPointSteps`.
 * @throws HogletError 400 naming the field when none is named
 */
export function toFunnelPoint(
  input: Record<string, unknown>,
  query: FunnelQuery,
  { calendar, nowMs }: { calendar: Calendar; nowMs: number },
): FunnelPoint {
  if (query.funnel_viz_type === "trends") {
    const fields = parse(PointFields, normaliseInput(input));
    return toPeriod(fields, query, { calendar, nowMs, exact: parseExactRange(input, "point_range") });
  }
  const steps = toPointSteps(input, query.entities.length);
  if (steps !== null) return { by: "furthest", steps };
  throw invalid("funnel_step", "A step must be named by funnel_step or funnel_custom_steps.", "required");
}

function toPeriod(
  { drop_off: isDropOff, entrance_period_start: start }: PointFields,
  { interval, funnel_from_step: fromStep, toStep }: FunnelQuery,
  { calendar, nowMs, exact }: { calendar: Calendar; nowMs: number; exact: ReturnType<typeof parseExactRange> },
): FunnelPoint {
  if (isDropOff === undefined) {
    throw invalid(
      "drop_off",
      "Filter parameter drop_off must be provided and a bool for funnel trends persons!",
      "required",
    );
  }
  if (start === undefined) {
    throw invalid(
      "entrance_period_start",
      "Filter parameter entrance_period_start must be provided and a datetime for funnel trends persons!",
      "required",
    );
  }
  const { wallMs } = parseDateText(start, nowMs, "entrance_period_start");
  const fromMs = startOfInterval(fromWallClock(wallMs, calendar.timezone), interval, calendar);
  const period = exact ?? { fromMs, untilMs: nextInterval(fromMs, interval, calendar) };
  return { by: "period", ...period, fromStep, toStep, isDropOff };
}
