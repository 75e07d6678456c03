import type { AnyPlan, Cohort, DateRange, Selection } from "../../lib/engine.ts";

/** All rows that a plan needs, and maybe more: the answer is the same. */
export interface Needs {
  projectId: number;
  /** Null = all time. */
  range: DateRange | null;
  /** Null = all names. */
  names: string[] | null;
  /** Does it need groups? */
  groups: boolean;
  /** Cohorts whose members it needs. */
  members: number[];
}

/** Kinds whose selections name all their events, within the plan's ranges. */
const BY_SELECTION: ReadonlySet<string> = new Set<AnyPlan["kind"]>([
  "trend",
  "trend-actors",
  "distinct-quantiles",
  "lifecycle",
  "lifecycle-actors",
  "retention",
  "retention-actors",
  "appearances",
  "funnel",
  "funnel-actors",
  "funnel-periods",
  "funnel-times",
]);

/** Kinds that need events of all time, whatever ranges they have. */
const OF_ALL_TIME: ReadonlySet<string> = new Set<AnyPlan["kind"]>([
  "earliest-event",
  "event-names",
  "property-keys",
  "event-values",
  "visits",
  "sessions",
  // A trace also names events that come too early or too late.
  "funnel-trace",
]);

/** Finds the rows that an engine has to gather for a plan; too many rather than too few. */
export function needsOf(plan: AnyPlan): Needs {
  const seen: Seen = {
    ranges: [],
    selections: [],
    isOfAllTime: OF_ALL_TIME.has(plan.kind),
    isOfAllNames: false,
    groups: false,
  };
  look(plan, seen);
  const { ranges, selections } = seen;
  const names = selections.flatMap(({ anyOf }) => anyOf.map(({ event }) => event));
  const isNamed = BY_SELECTION.has(plan.kind) && !seen.isOfAllNames && names.every((name) => name !== null);
  return {
    projectId: projectOf(plan),
    range:
      seen.isOfAllTime || ranges.length === 0
        ? null
        : {
            fromMs: Math.min(...ranges.map(({ fromMs }) => fromMs)),
            untilMs: Math.max(...ranges.map(({ untilMs }) => untilMs)),
          },
    names: isNamed ? [...new Set(names)] : null,
    groups: seen.groups,
    members: (plan.cohorts ?? []).filter(({ by }: Cohort) => by === "members").map(({ id }: Cohort) => id),
  };
}

interface Seen {
  ranges: DateRange[];
  selections: Selection[];
  isOfAllTime: boolean;
  isOfAllNames: boolean;
  groups: boolean;
}

type Fields = Record<string, unknown>;

/** Finds the parts of a plan that need more rows. */
function look(part: unknown, seen: Seen): void {
  if (Array.isArray(part)) return part.forEach((each) => look(each, seen));
  if (typeof part !== "object" || part === null) return;
  const fields = part as Fields;
  if (typeof fields["fromMs"] === "number" && typeof fields["untilMs"] === "number")
    seen.ranges.push(fields as unknown as DateRange);
  if (Array.isArray(fields["anyOf"]) && "needsPerson" in fields) seen.selections.push(fields as unknown as Selection);
  // First events of all time, and sessions, some of whose properties are of the whole session.
  const isOfSessions =
    fields["type"] === "session" ||
    fields["of"] === "session" ||
    fields["needsSession"] === true ||
    fields["by"] === "session_seconds";
  if (fields["firstOf"] !== undefined || isOfSessions || (fields["firstTime"] ?? null) !== null)
    seen.isOfAllTime = true;
  if (isOfSessions) seen.isOfAllNames = true;
  // Trailing windows begin before the range.
  if (fields["by"] === "trailing_actors") {
    const starts = fields["startsMs"] as number[];
    if (starts.length > 0) seen.ranges.push({ fromMs: Math.min(...starts), untilMs: Math.max(...starts) });
  }
  if ("groupTypeIndex" in fields || "group_type_index" in fields || fields["type"] === "group") seen.groups = true;
  const isOrdered = "between" in fields && fields["order"] !== "strict";
  for (const [name, value] of Object.entries(fields)) {
    // Only strict funnels need the events between.
    if (name === "between" && isOrdered) continue;
    look(value, seen);
  }
}

function projectOf(plan: AnyPlan): number {
  if ("projectId" in plan) return plan.projectId;
  if ("funnel" in plan && plan.funnel !== null) return plan.funnel.projectId;
  return (plan as { plan: { projectId: number } }).plan.projectId;
}
