import type { CorrelationTypes } from "./correlation/index.ts";
import type { FunnelTypes } from "./funnel/index.ts";
import type { LifecycleTypes } from "./lifecycle/index.ts";
import type { PathsTypes } from "./paths/index.ts";
import type { RetentionTypes } from "./retention/index.ts";
import { normaliseInput } from "./shared/input.ts";
import type { ResultOf } from "./shared/insight-kind.ts";
import type { RequestFields } from "./shared/request-fields.ts";
import { insightMethods } from "./question-methods.ts";
import type { AnyInsightKind } from "./question-methods.ts";
import { toInsight } from "./shared/insight-name.ts";
import type { StickinessTypes } from "./stickiness/index.ts";
import type { TrendTypes } from "./trend/index.ts";

type Kinds =
  | TrendTypes
  | FunnelTypes
  | RetentionTypes
  | PathsTypes
  | LifecycleTypes
  | StickinessTypes
  | CorrelationTypes;

/** The list of kinds from which routes, the OpenAPI document, the page's types and saved insights follow. */
export const insightKinds: readonly AnyInsightKind[] = Object.values(insightMethods).map((kind) => kind());

/** The wire's name of a kind; CORRELATION (of a funnel) is ours. */
export type InsightName = Kinds["insight"];

/** The intersection of a union's members. */
type Joined<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;

export interface InsightMethods extends Joined<Kinds["methods"]> {}

/** The methods for the people behind numbers. */
export interface PeopleMethods extends Joined<Kinds["people"]> {}

export type AnyInsightResult = ResultOf<InsightMethods>;

export type InsightQueryTypes = Kinds["query"];

export type ActorsQueryTypes = Kinds["actorsQuery"];

/** The nodes that InsightActorsQuery takes as its source. */
export type InsightSourceNode = Extract<Kinds, { isSource: true }>["query"]["node"];

/** Names of the fields of all questions. In a question of another kind they have no effect. */
export const anyQuestionFields: readonly string[] = [
  ...new Set(insightKinds.flatMap(({ fields }) => Object.keys(fields.entries))),
];

/** The paths below `insights/`, each with its kinds. */
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
