import { isFields } from "../../../lib/base/fields.ts";
import type { FunnelQuestion, QueryNode } from "../../../lib/index.ts";
import { requireArguments } from "../require-fields.ts";
import type { AssertedView } from "../test-view.ts";
import { toSpanMs } from "../test-clock.ts";
import type { AskedFunnel, FunnelOptions, FunnelStep } from "./conversion.ts";

/** A node, or a question of the older dialect. */
export type WholeFunnel = QueryNode<"FunnelsQuery"> | FunnelQuestion;

export interface StepAnswer {
  count: number;
  breakdown_value?: unknown;
}

const FORM = 'toConvert(["signed up", "paid"], { within: "1h", rate: 0.5 })';

/**
 * The funnel of an assertion: the short form becomes a node.
 * @throws TypeError for a value that is no funnel; RangeError for a `within` that is no duration
 */
export function toFunnel(asked: AskedFunnel, within: string | number | undefined, options: FunnelOptions): WholeFunnel {
  requireArguments(Array.isArray(asked) || isFields(asked), FORM);
  if (!isSteps(asked)) return withWindow(asked, within);
  const series = asked.map((step) => (typeof step === "string" ? { event: step } : step));
  const isNamed = series.every((step) => isFields(step) && ("event" in step || "kind" in step));
  requireArguments(
    isNamed,
    'each step as a name, or as a node: { kind: "EventsNode", event: "paid", properties: […] }',
  );
  const dateRange = { date_from: "all" };
  return withWindow({ kind: "FunnelsQuery", series, dateRange, ...options }, within);
}

function isSteps(asked: AskedFunnel): asked is readonly FunnelStep[] {
  return Array.isArray(asked);
}

const UNITS = [
  ["week", 604_800_000],
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
  ["second", 1000],
] as const;

function withWindow(funnel: WholeFunnel, within: string | number | undefined): WholeFunnel {
  if (within === undefined) return funnel;
  const ms = toSpanMs(within, "within");
  const [unit, one] = UNITS.find(([, each]) => ms > 0 && ms % each === 0) ?? [];
  if (unit === undefined) throw new RangeError(`within: expected whole seconds, from one, but received ${within}.`);
  const count = ms / one;
  if (!("kind" in funnel)) return { ...funnel, funnel_window_interval: count, funnel_window_interval_unit: unit };
  const window = { funnelWindowInterval: count, funnelWindowIntervalUnit: unit };
  return { ...funnel, funnelsFilter: { ...funnel.funnelsFilter, ...window } };
}

/** The steps, or those of each line of a breakdown. @throws TypeError for another view */
export async function askFunnel(view: AssertedView, funnel: WholeFunnel): Promise<StepAnswer[] | StepAnswer[][]> {
  requireArguments(!("kind" in funnel) || funnel.kind === "FunnelsQuery", "toConvert with a node of kind FunnelsQuery");
  const answered =
    "kind" in funnel
      ? (await view.ask(funnel, { refresh: true })).results
      : (await view.insights.funnel({ ...funnel, refresh: true })).result;
  const isCounted = Array.isArray(answered) && answered.flat().every((step) => "count" in step && "order" in step);
  requireArguments(isCounted, 'toConvert with a funnel of steps, which is the view "steps"');
  return answered as StepAnswer[] | StepAnswer[][];
}

export function stepNames(funnel: WholeFunnel): string[] {
  const steps: readonly object[] =
    "kind" in funnel ? funnel.series : [...(funnel.events ?? []), ...(funnel.actions ?? [])];
  return steps.map((step) => {
    const { custom_name: own, event, name, id } = step as Record<string, unknown>;
    return String(own ?? event ?? name ?? id ?? "any event");
  });
}
