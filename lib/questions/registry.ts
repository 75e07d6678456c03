import type { CorrelationTypes } from "./correlation/index.ts";
import type { FunnelTypes } from "./funnel/index.ts";
import type { LifecycleTypes } from "./lifecycle/index.ts";
import type { PathsTypes } from "./paths/index.ts";
import type { RetentionTypes } from "./retention/index.ts";
import { normaliseInput } from "./shared/input.ts";
import type { ResultOf } from "./shared/insight-kind.ts";
import type { RequestFields } from "./shared/request-fields.ts";
import { insightMethods } from "./question-methods.ts";
import { toInsight } from "./shared/insight-name.ts";
import type { StickinessTypes } from "./stickiness/index.ts";
import type { TrendTypes } from "./trend/index.ts";

/** The kinds' types that users see. */
type Kinds =
  | TrendTypes
  | FunnelTypes
  | RetentionTypes
  | PathsTypes
  | LifecycleTypes
  | StickinessTypes
  | CorrelationTypes;

export type AnyInsightKind = ReturnType<(typeof insightMethods)[keyof typeof insightMethods]>;

/** All kinds of questions: the list from which the routes, the OpenAPI document, the page's types and saved insights follow. */
export const insightKinds: readonly AnyInsightKind[] = Object.values(insightMethods).map((kind) => kind());

/** The wire's name of a kind; CORRELATION (of a funnel) is ours. */
export type InsightName = Kinds["insight"];

/** A type that has the members of all types of a union. */
type Joined<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;

/** The methods of all kinds. */
export interface InsightMethods extends Joined<Kinds["methods"]> {}

/** The methods of all kinds for the people behind a number. */
export interface PeopleMethods extends Joined<Kinds["people"]> {}

/** The answer to a question of any kind. */
export type AnyInsightResult = ResultOf<InsightMethods>;

/** The types of the queries of all kinds. */
export type InsightQueryTypes = Kinds["query"];

/** The types of the queries for the actors of a single kind. */
export type ActorsQueryTypes = Kinds["actorsQuery"];

/** The nodes that InsightActorsQuery takes as its source. */
export type InsightSourceNode = Extract<Kinds, { isSource: true }>["query"]["node"];

/** Names of the fields that any question has. They have no effect in a question of another kind. */
export const anyQuestionFields: readonly string[] = [
  ...new Set(insightKinds.flatMap(({ fields }) => Object.keys(fields.entries))),
];

/** The paths below `insights/`, each with the kinds that share it. */
export const insightPaths: readonly (readonly [path: string, kinds: readonly AnyInsightKind[]])[] = [
  ...new Set(insightKinds.map(({ path }) => path)),
].map((path) => [path, insightKinds.filter((kind) => kind.path === path)]);

/**
 * The kind that a question on a path asks for: by `shown_as`, else by `insight`, else the first (reference/insights.md 3).
 * @throws HogletError 400 when it names none of them
 */
export function kindAt(path: string, input: RequestFields): AnyInsightKind {
  const kinds = insightKinds.filter((kind) => kind.path === path);
  const [first, second] = kinds;
  if (first === undefined) throw new Error(`No kind of question has the path ${path}.`);
  if (second === undefined) return first;
  const insight = toInsight(normaliseInput(input));
  return kinds.find((kind) => kind.insight === insight) ?? first;
}
