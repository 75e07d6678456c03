import type { ValueSource } from "../../port/value-source.ts";
import type { GroupValue, LineKey } from "../../port/lines.ts";
import { invalid } from "../../base/errors.ts";
import { parseJsonText } from "../../base/json-text.ts";
import { scalarText } from "../shared/scalar-text.ts";
import { OTHER_VALUES } from "./funnel-line-label.ts";
import type { FunnelQuery } from "./node.ts";

/**
 * The line whose persons are asked for, by `funnel_step_breakdown` as answers write it: a text, a list (or its JSON text),
 * the id of a cohort or "all". `funnel_step_other` (ours) says whether "Other" is the rest, or a value of that name.
 * @returns null = any line. @throws HogletError 400 naming the field. Source: reference/insights.md 13.2.
 */
export function toFunnelPointLine(
  { funnel_step_breakdown: given, funnel_step_other: other }: Record<string, unknown>,
  { breakdown }: FunnelQuery,
): LineKey | null {
  if (given === undefined || given === null) return null;
  if (breakdown === null) {
    if (given === "") return null;
    throw invalid("funnel_step_breakdown", "A value needs a breakdown that it is one of.");
  }
  const list = toList(given);
  if (breakdown.by === "cohorts") return { type: "cohort", id: toCohort(list) };
  const isOnlyOther = list.length === 1 && list[0] === OTHER_VALUES;
  if (isOnlyOther && scalarText(other ?? true, "funnel_step_other") === "true") return { type: "rest" };
  const { sources } = breakdown;
  if (list.length !== sources.length) {
    throw invalid("funnel_step_breakdown", `Expected a list of ${sources.length} values but received ${list.length}.`);
  }
  return {
    type: "values",
    values: list.map((value, index) => toValue(scalarText(value, "funnel_step_breakdown"), sources[index])),
  };
}

/** A list, JSON text of a list, or its only value. */
function toList(given: unknown): unknown[] {
  if (Array.isArray(given)) return given;
  if (typeof given !== "string" || !given.startsWith("[")) return [given];
  try {
    const parsed = parseJsonText(given);
    return Array.isArray(parsed) ? parsed : [given];
  } catch {
    // Not JSON: the text itself is the value.
    return [given];
  }
}

function toCohort([value, ...rest]: unknown[]): number | null {
  const text = scalarText(value, "funnel_step_breakdown");
  // 0 is everybody in the original.
  if (rest.length === 0 && (text === "all" || text === "0")) return null;
  if (rest.length === 0 && /^\d{1,15}$/.test(text)) return Number(text);
  throw invalid("funnel_step_breakdown", `Expected the id of a cohort or "all" but received "${text}".`);
}

/** Lengths are numbers, except missing ones. */
function toValue(text: string, source: ValueSource | undefined): GroupValue {
  return source?.as === "length" && text !== "" ? Number(text) : text;
}
