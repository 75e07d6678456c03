import type { InsightsHandle, QuestionKind } from "../../../../../lib/index.ts";
import { firstSteps } from "./first-steps.ts";
import { funnelOfPaths } from "./funnel-paths.ts";
import { entitiesOf, withEntities, withFields } from "./question.ts";
import type { QuestionDraft } from "./question.ts";

/** The list of events and actions in the form of a question. */
interface EntityForm {
  /** The noun for one event or action. */
  one: string;
  hasMath: boolean;
  /** Steps: their order counts, and math does not. */
  isOrdered: boolean;
  /** Entities that the question is about. @default all */
  most?: number;
}

interface KindInfo {
  name: string;
  /** The purpose of the kind, in a few words. */
  about: string;
  insight: QuestionKind;
  /** Path below `P/insights/`. */
  path: string;
  /** Method of `hoglet.insights`. */
  method: keyof InsightsHandle;
  /** Fields of a new question. */
  start: Partial<QuestionDraft>;
  /** Undefined = it has no such list. */
  entities?: EntityForm;
  /** Is its time always cut into intervals? */
  hasInterval?: boolean;
  /** Can it be compared with the time before? */
  hasCompare?: boolean;
  /** The beginning of an accessible chart's name. */
  chart?: string;
  /** Shown when the answer is empty. */
  nothing: string;
}

const SERIES = { one: "Series", hasMath: false, isOrdered: false };
const STEPS = { one: "Step", hasMath: false, isOrdered: true };

/** The insights of the editor, in its order. */
export const KINDS = {
  trends: {
    name: "Trends",
    about: "how often, over time",
    insight: "TRENDS",
    path: "trend",
    method: "trend",
    start: { date_from: "-30d" },
    entities: { ...SERIES, hasMath: true },
    hasCompare: true,
    chart: "Trend",
    nothing: "No matching events in this period.",
  },
  funnel: {
    name: "Funnel",
    about: "how many get through steps",
    insight: "FUNNELS",
    path: "funnel",
    method: "funnel",
    start: { date_from: "-30d" },
    entities: STEPS,
    chart: "Conversion over time in per cent",
    nothing: "No persons took the first step in this period.",
  },
  correlation: {
    name: "Correlation",
    about: "events and properties correlated with converting",
    insight: "CORRELATION",
    path: "funnel/correlation",
    method: "correlation",
    start: { date_from: "-30d", funnel_correlation_type: "events" },
    entities: STEPS,
    nothing: "Too few persons in this funnel share an event or a property.",
  },
  retention: {
    name: "Retention",
    about: "how many come back",
    insight: "RETENTION",
    path: "retention",
    method: "retention",
    start: { period: "Week", total_intervals: 8 },
    nothing: "No persons did the starting event in this period.",
  },
  lifecycle: {
    name: "Lifecycle",
    about: "new, returning, resurrecting, dormant",
    insight: "LIFECYCLE",
    path: "trend",
    method: "lifecycle",
    start: { date_from: "-30d", interval: "week" },
    entities: { one: "Event", hasMath: false, isOrdered: false, most: 1 },
    hasInterval: true,
    chart: "New, returning, resurrecting and dormant persons",
    nothing: "No matching events in this period.",
  },
  stickiness: {
    name: "Stickiness",
    about: "how many days persons come back on",
    insight: "STICKINESS",
    path: "trend",
    method: "stickiness",
    start: { date_from: "-30d" },
    entities: SERIES,
    hasInterval: true,
    hasCompare: true,
    chart: "Persons by the number of intervals in which they did it",
    nothing: "No matching events in this period.",
  },
  paths: {
    name: "Paths",
    about: "sequences of their events",
    insight: "PATHS",
    path: "path",
    method: "paths",
    start: { date_from: "-30d", include_event_types: ["$pageview"], path_replacements: true },
    nothing: "No paths of this kind in this period.",
  },
} as const satisfies Record<string, KindInfo>;

export type Kind = keyof typeof KINDS;

/** The entry of a kind, by its widest type. */
export function infoOf(kind: Kind): KindInfo {
  return KINDS[kind];
}

export const KIND_NAMES = Object.keys(KINDS) as Kind[];

export function kindOf(question: QuestionDraft): Kind {
  return KIND_NAMES.find((kind) => KINDS[kind].insight === question.insight) ?? "trends";
}

/** Fields that a question keeps when its kind changes. */
const SHARED = ["properties", "filter_test_accounts", "date_from", "date_to", "interval"] as const;
const FUNNEL = [
  "funnel_order_type",
  "funnel_window_days",
  "funnel_window_interval",
  "funnel_window_interval_unit",
  "exclusions",
  "aggregation_group_type_index",
] as const;

/** The same question as another kind: common fields stay, all others have the kind's defaults. */
export function toKind(
  question: QuestionDraft,
  kind: Kind,
  names: readonly string[],
  steps: readonly string[] = firstSteps(names),
): QuestionDraft {
  const from = kindOf(question);
  if (from === kind) return question;
  const ofPaths = isFunnel(kind) ? funnelOfPaths(question) : undefined;
  if (ofPaths !== undefined) return kind === "funnel" ? ofPaths : toKind(ofPaths, kind, names, steps);
  const fields = isFunnel(from) && isFunnel(kind) ? [...SHARED, ...FUNNEL] : SHARED;
  const kept = Object.fromEntries(fields.flatMap((field) => (field in question ? [[field, question[field]]] : [])));
  const start = toDefault(kind, names, steps);
  // The bar of a retention shows its end alone: its periods say how far back it looks.
  const next = withFields(start, kind === "retention" ? { ...kept, date_from: undefined } : kept);
  const entities =
    from === "retention" ? [question.target_entity].filter((entity) => entity !== undefined) : entitiesOf(question);
  if (entities.length === 0) return next;
  if (kind === "retention")
    return { ...next, ...(entities[0] !== undefined && { target_entity: entities[0], returning_entity: entities[0] }) };
  const { entities: form } = infoOf(kind);
  if (form === undefined || (form.isOrdered && entities.length < 2)) return next;
  return withEntities(next, form.isOrdered ? entities.map(withoutMath) : entities.slice(0, form.most));
}

function isFunnel(kind: Kind): boolean {
  return kind === "funnel" || kind === "correlation";
}

function withoutMath<Fields extends { math?: string; math_property?: string | null }>(entity: Fields) {
  const { math: _, math_property: __, ...rest } = entity;
  return rest;
}

/**
 * A question to start with.
 * @param names of the existing events, the most frequent first: the question uses them, so that its answer is not empty
 * @param steps of a funnel. @default the most frequent events
 */
export function toDefault(
  kind: Kind,
  names: readonly string[],
  steps: readonly string[] = firstSteps(names),
): QuestionDraft {
  const own = names.filter((name) => !name.startsWith("$"));
  const [most = "$pageview"] = names;
  const [first = most] = own;
  const { insight, start, entities } = infoOf(kind);
  const question: QuestionDraft = { insight, ...start };
  if (entities !== undefined) {
    const ids = entities.isOrdered ? steps : [most];
    return withEntities(
      question,
      ids.map((id) => ({ id, type: "events" as const })),
    );
  }
  if (kind === "retention") {
    return {
      ...question,
      target_entity: { id: first, type: "events" },
      returning_entity: { id: most, type: "events" },
    };
  }
  return names.includes("$pageview") || own.length === 0
    ? question
    : { ...question, include_event_types: ["custom_event"] };
}
