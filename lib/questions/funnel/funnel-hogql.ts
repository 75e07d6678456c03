import { printEventsSelect, quoteText } from "../../hogql/index.ts";
import { rangeToHogQL, selectionToHogQL } from "../shared/to-hogql.ts";
import type { FunnelQuery } from "./node.ts";
import type { FunnelPlan } from "./plan.ts";

/** Steps that windowFunnel takes. */
const MOST_STEPS = 32;

/**
 * The statement of HogQL that has the counts of a funnel: a row for each step that somebody reached. windowFunnel counts as ordered
 * funnels do: both ends of the window, and events of one moment in any order. Null = no single statement says it.
 */
export function funnelToHogQL({ view, optional }: FunnelQuery, plan: FunnelPlan): string | null {
  const { range, order, steps, exclusions, window, actors, breakdown } = plan;
  // An event may be several steps of windowFunnel, but not a step and its repeat.
  const isPlain = view === "steps" && order === "ordered" && !steps.slice(1).some(({ isRepeat }) => isRepeat);
  const isWhole = exclusions.length === 0 && breakdown === null && optional.size === 0 && actors.by === "persons";
  if (!isPlain || !isWhole || window.by !== "length" || steps.length > MOST_STEPS) return null;
  const tests = steps.map(({ select }) => selectionToHogQL(select));
  const said = tests.filter((test) => test !== null);
  if (said.length < tests.length) return null;
  const names = steps.flatMap(({ select }) => select.anyOf.map(({ event }) => event));
  const named = names.filter((name) => name !== null);
  const where = [
    ...rangeToHogQL(range),
    ...(named.length < names.length ? [] : [`event IN (${[...new Set(named)].map(quoteText).join(", ")})`]),
    "person_id IS NOT NULL",
  ];
  const conditions = said.map((test) => test.join(" AND ") || "true").join(", ");
  const taken = `windowFunnel(${window.ms / 1000})(timestamp, ${conditions}) AS taken`;
  const persons = printEventsSelect({
    columns: ["person_id", taken],
    where,
    keys: ["person_id"],
    fill: null,
    limit: null,
  });
  return `SELECT arrayJoin(range(1, taken + 1)) AS step, count() AS total FROM (\n${persons}\n)\nGROUP BY step\nORDER BY step`;
}
