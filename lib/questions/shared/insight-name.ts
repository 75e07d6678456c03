import * as v from "valibot";
import { invalid } from "../../base/errors.ts";
import { scalarText } from "./scalar-text.ts";

/** The insights that the path `trend` serves (reference/insights.md 3). */
export type TrendInsight = "TRENDS" | "LIFECYCLE" | "STICKINESS";

/** The field that names an insight, as callers write it. `requireInsight` and `requireInsightName` read it. */
export function insightEntry<const Name extends string>(name: Name) {
  return {
    /** Which insight this is; the path or the method says it already. */
    insight: v.nullish(v.literal(name)),
  };
}

/** The wire's other name for the insights of the path `trend`. */
export function shownAsEntry<const Name extends string>(name: Name) {
  return { shown_as: v.nullish(v.literal(name)) };
}

/**
 * The insight that a query asks for: by `shown_as`, else by `insight`, else trends.
 * @throws HogletError 400
 */
export function toInsight({ insight, shown_as: shown }: Record<string, unknown>): TrendInsight {
  const shownAs = scalarText(shown ?? "", "shown_as").toUpperCase();
  const named = scalarText(insight ?? "TRENDS", "insight").toUpperCase();
  if (shownAs === "LIFECYCLE" || shownAs === "STICKINESS") return shownAs;
  if (shownAs !== "" && shownAs !== "VOLUME") {
    throw invalid("shown_as", `Expected Volume, Lifecycle or Stickiness but received "${String(shown)}".`);
  }
  if (named === "TRENDS" || named === "LIFECYCLE" || named === "STICKINESS") return named;
  throw invalid("insight", `Expected TRENDS, LIFECYCLE or STICKINESS but received "${String(insight)}".`);
}

/**
 * @throws HogletError 400 when a query names another insight than the one it came to. TRENDS is the default
 * (reference/insights.md 3.1), so it names no other.
 */
export function requireInsight(fields: Record<string, unknown>, wanted: TrendInsight): void {
  const asked = toInsight(fields);
  const isSilent = asked === "TRENDS" && fields["shown_as"] === undefined;
  if (asked === wanted || isSilent) return;
  const attr = String(fields["shown_as"] ?? "").toUpperCase() === asked ? "shown_as" : "insight";
  throw invalid(attr, `This question is ${asked}, but ${wanted} was called.`);
}

const NAMES = ["TRENDS", "LIFECYCLE", "STICKINESS", "FUNNELS", "RETENTION", "PATHS"];

/**
 * Checks the field `insight` of an insight with its own path: it may name any insight, as the filter of a funnel does
 * that becomes part of a question for paths (reference/insights.md 3 and 12b.4).
 * @throws HogletError 400 when it names none
 */
export function requireInsightName({ insight = "TRENDS" }: Record<string, unknown>): void {
  if (NAMES.includes(scalarText(insight, "insight").toUpperCase())) return;
  throw invalid("insight", `Expected one of ${NAMES.join(", ")} but received "${String(insight)}".`);
}
