import { firstSteps } from "./first-steps.ts";
import { funnelOfPaths } from "./funnel-paths.ts";
import { entitiesOf, withEntities, withFields } from "./question.ts";
import type { QuestionDraft } from "./question.ts";

/** The insights of the editor. */
export type Kind = "trends" | "funnel" | "correlation" | "retention" | "lifecycle" | "stickiness" | "paths";

interface KindInfo {
  name: string;
  /** Its purpose, in a few words. */
  about: string;
  insight: QuestionDraft["insight"];
  /** Path below `P/insights/`. */
  path: string;
  /** Method of `hoglet.insights`. */
  method: string;
}

/** In the order of the editor. */
export const KINDS: Readonly<Record<Kind, KindInfo>> = {
  trends: { name: "Trends", about: "how often, over time", insight: "TRENDS", path: "trend", method: "trend" },
  funnel: { name: "Funnel", about: "how many get through steps", insight: "FUNNELS", path: "funnel", method: "funnel" },
  correlation: {
    name: "Correlation",
    about: "properties and events that go with finishing a funnel",
    insight: "CORRELATION",
    path: "funnel/correlation",
    method: "correlation",
  },
  retention: {
    name: "Retention",
    about: "how many come back",
    insight: "RETENTION",
    path: "retention",
    method: "retention",
  },
  lifecycle: {
    name: "Lifecycle",
    about: "new, returning, resurrecting, dormant",
    insight: "LIFECYCLE",
    path: "trend",
    method: "lifecycle",
  },
  stickiness: {
    name: "Stickiness",
    about: "on how many days they came",
    insight: "STICKINESS",
    path: "trend",
    method: "stickiness",
  },
  paths: { name: "Paths", about: "sequences of their events", insight: "PATHS", path: "path", method: "paths" },
};

export const KIND_NAMES = Object.keys(KINDS) as Kind[];

/** The kind of a question. */
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
  const next = withFields(start, kept);
  const entities =
    from === "retention" ? [question.target_entity].filter((entity) => entity !== undefined) : entitiesOf(question);
  if (entities.length === 0) return next;
  if (kind === "retention")
    return { ...next, ...(entities[0] !== undefined && { target_entity: entities[0], returning_entity: entities[0] }) };
  if (kind === "paths" || (isFunnel(kind) && entities.length < 2)) return next;
  if (kind === "lifecycle") return withEntities(next, entities.slice(0, 1));
  return withEntities(next, kind === "trends" || kind === "stickiness" ? entities : entities.map(withoutMath));
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
  const question: QuestionDraft = { insight: KINDS[kind].insight, ...DEFAULTS[kind] };
  switch (kind) {
    case "trends":
      return withEntities(question, [{ id: most, type: "events" }]);
    case "funnel":
    case "correlation":
      return withEntities(
        question,
        steps.map((id) => ({ id, type: "events" as const })),
      );
    case "retention":
      return {
        ...question,
        target_entity: { id: first, type: "events" },
        returning_entity: { id: most, type: "events" },
      };
    case "lifecycle":
    case "stickiness":
      return withEntities(question, [{ id: most, type: "events" }]);
    case "paths":
      return names.includes("$pageview") || own.length === 0
        ? question
        : { ...question, include_event_types: ["custom_event"] };
  }
}

const DEFAULTS: Record<Kind, Partial<QuestionDraft>> = {
  trends: { date_from: "-30d" },
  funnel: { date_from: "-30d" },
  correlation: { date_from: "-30d", funnel_correlation_type: "events" },
  retention: { period: "Week", total_intervals: 8 },
  lifecycle: { date_from: "-30d", interval: "week" },
  stickiness: { date_from: "-30d" },
  paths: { date_from: "-30d", include_event_types: ["$pageview"], path_replacements: true },
};
