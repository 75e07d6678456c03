import * as v from "valibot";
import type { Project } from "../../admin/projects/index.ts";
import { defineQuery, idleEntries, findInsight } from "../../questions/index.ts";
import type { AskedHow, Run } from "../../questions/index.ts";
import type { QueryAsks } from "../query-asks.ts";
import { overrideSource } from "./actor-id-queries.ts";
import { ActorsSource } from "./actor-sources.ts";

/** The numbers of an insight whose actors can be asked for: a node of kind InsightActorsQueryOptions. Source: reference/query.md 4.5. */
const ActorOptionsNode = v.strictObject({
  kind: v.literal("InsightActorsQueryOptions"),
  source: ActorsSource,
  ...idleEntries,
});

/** A name for people, and the value of the source's field. */
export interface ActorOption<Value> {
  label: string;
  value: Value;
}

/** The choices for each field of an InsightActorsQuery; null = the insight's numbers have no such field. */
export interface ActorOptionsAnswer {
  day: ActorOption<string | number>[] | null;
  status: ActorOption<string>[] | null;
  interval: ActorOption<number>[] | null;
  breakdown: ActorOption<string | number>[] | null;
  /** The choices of each of several breakdowns. */
  breakdowns: { values: ActorOption<string | number>[] }[] | null;
  series: ActorOption<number>[] | null;
  compare: ActorOption<"current" | "previous">[] | null;
}

export interface ActorOptionsQueryTypes {
  kind: "InsightActorsQueryOptions";
  node: v.InferInput<typeof ActorOptionsNode>;
  answer: ActorOptionsAnswer;
}

const optionsOf = (value: v.GenericSchema) => v.nullable(v.array(v.object({ label: v.string(), value })));

export const actorOptionsQuery = defineQuery<ActorOptionsQueryTypes, QueryAsks>()({
  kind: "InsightActorsQueryOptions",
  summary: "Lists the days, series, values and the like of an insight whose actors can be asked for.",
  node: ActorOptionsNode,
  example: {
    kind: "InsightActorsQueryOptions",
    source: { kind: "InsightActorsQuery", source: { kind: "TrendsQuery", series: [{ event: "signed up" }] } },
  },
  answer: v.object({
    day: optionsOf(v.union([v.string(), v.number()])),
    status: optionsOf(v.string()),
    interval: optionsOf(v.number()),
    breakdown: optionsOf(v.union([v.string(), v.number()])),
    breakdowns: v.nullable(v.array(v.object({ values: v.array(v.object({ label: v.string(), value: v.unknown() })) }))),
    series: optionsOf(v.number()),
    compare: optionsOf(v.picklist(["current", "previous"])),
  }),
  override: overrideSource,
  run: runOptions,
});

const NONE: ActorOptionsAnswer = {
  day: null,
  status: null,
  interval: null,
  breakdown: null,
  breakdowns: null,
  series: null,
  compare: null,
};

async function runOptions(
  ctx: QueryAsks,
  project: Project,
  { source }: v.InferOutput<typeof ActorOptionsNode>,
  how: AskedHow,
): Promise<Run<ActorOptionsQueryTypes>> {
  // Each source holds an insight.
  const { source: node } = source as unknown as { source: { kind: string } };
  const query = findInsight(node.kind)?.node.query;
  if (query === undefined) return NONE;
  const { results } = (await query.run(ctx, project, node, how)) as unknown as { results: unknown };
  if (node.kind === "RetentionQuery") return { ...NONE, interval: toIntervals(results as { label: string }[]) };
  const lines = Array.isArray(results) ? (results as Line[]) : [];
  const isNumbered = lines.some(({ days }) => days !== undefined);
  if (!isNumbered) return NONE;
  if (lines.some(({ status }) => status !== undefined))
    return { ...NONE, day: toDays(lines), status: toStatuses(lines) };
  return { ...NONE, day: toDays(lines), series: toSeries(lines), compare: toCompare(lines), ...toBreakdowns(lines) };
}

interface Line {
  label: string;
  days?: (string | number)[];
  labels?: string[];
  status?: string;
  action?: { order?: number; name?: string | null; days?: string[] } | null;
  breakdown_value?: string | number | (string | number)[] | null;
  compare_label?: "current" | "previous";
}

function toIntervals(rows: readonly { label: string }[]): ActorOption<number>[] {
  const labels = [...new Set(rows.map(({ label }) => label))];
  return labels.map((label, value) => ({ label, value }));
}

function toDays(lines: readonly Line[]): ActorOption<string | number>[] | null {
  const line = lines.find(({ compare_label: period }) => period !== "previous");
  const days = line?.action?.days ?? line?.days ?? [];
  return days.length === 0
    ? null
    : days.map((value, index) => ({ label: line?.labels?.[index] ?? String(value), value }));
}

function toStatuses(lines: readonly Line[]): ActorOption<string>[] {
  return lines.map(({ status = "" }) => ({ label: status.charAt(0).toUpperCase() + status.slice(1), value: status }));
}

function toSeries(lines: readonly Line[]): ActorOption<number>[] {
  const names = new Map(lines.map(({ action, label }) => [action?.order ?? 0, action?.name ?? label]));
  return [...names].toSorted(([a], [b]) => a - b).map(([value, label]) => ({ label, value }));
}

const PERIODS: ActorOption<"current" | "previous">[] = [
  { label: "Current", value: "current" },
  { label: "Previous", value: "previous" },
];

function toCompare(lines: readonly Line[]): ActorOptionsAnswer["compare"] {
  return lines.some(({ compare_label: period }) => period !== undefined) ? PERIODS : null;
}

/** Names of values that stand for others. */
const LABELS: Readonly<Record<string, string>> = {
  $$_posthog_breakdown_other_$$: "Other (i.e. all remaining values)",
  $$_posthog_breakdown_null_$$: "None (i.e. no value)",
};

function toBreakdowns(lines: readonly Line[]): Pick<ActorOptionsAnswer, "breakdown" | "breakdowns"> {
  const values = lines.flatMap(({ breakdown_value: value }) => (value === undefined || value === null ? [] : [value]));
  if (values.length === 0) return { breakdown: null, breakdowns: null };
  const several = values.filter((value) => Array.isArray(value));
  if (several.length === 0) return { breakdown: toOptions(values as (string | number)[]), breakdowns: null };
  const places = several[0]?.map((_, place) => place) ?? [];
  const breakdowns = places.map((place) => ({ values: toOptions(several.flatMap((each) => each[place] ?? [])) }));
  return { breakdown: null, breakdowns };
}

function toOptions(values: readonly (string | number)[]): ActorOption<string | number>[] {
  return [...new Set(values)].map((value) => ({ label: LABELS[String(value)] ?? String(value), value }));
}
