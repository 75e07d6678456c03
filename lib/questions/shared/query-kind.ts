import type * as v from "valibot";
import type { Project } from "../../admin/projects/index.ts";
import type { Asks } from "./answer.ts";
import type { ResolvedDateRange } from "./query-range.ts";
import type { RequestFields } from "./request-fields.ts";

export interface QueryTypes {
  /** The kind's name, as the field `kind` of a node has it. */
  kind: string;
  /** A node of the kind, as callers write it. */
  node: object;
  /** The fields of the kind's answer, without those of the envelope. */
  answer: object;
}

/** The fields around all answers (reference/query.md 2.2). Fields that hoglet has no value for are null. */
export interface QueryEnvelope {
  /** Always empty: no stage of a query is timed. */
  timings: never[];
  /** SQL with the numbers of the answer; null = no single statement of HogQL has them. */
  hogql: string | null;
  error: null;
  modifiers: Record<string, never> | null;
  /** The state of an asynchronous query; null = the answer is here. */
  query_status: null;
  /** The instants that the dates came to: ISO text with the offset of the project's time zone. */
  resolved_date_range: ResolvedDateRange | null;
  resolved_compare_date_range: ResolvedDateRange | null;
  warnings: null | never[];
  /** True = it was computed for an earlier question, and nothing was written since. */
  is_cached: boolean;
  /** ISO text, to the second: when it was computed. */
  last_refresh: string;
  /** ISO text: the answer may be asked for again at once. */
  next_allowed_client_refresh: string;
  cache_target_age: null;
  /** Names the question: equal questions have equal keys. */
  cache_key: string;
  /** The project's. */
  timezone: string;
  calculation_trigger: null;
  query_metadata: null;
}

/** An answer, with the fields of the envelope that its kind knows. */
export type Run<Types extends QueryTypes> = Types["answer"] & Partial<QueryEnvelope>;

/** The way in which an answer is wanted. */
export interface AskedHow {
  /**
   * `if-stale` takes an earlier answer while nothing was written since; `always` computes; `never` takes such an answer
   * or throws `notComputed`.
   */
  refresh: "if-stale" | "always" | "never";
  /** The key that asks; absent = a program that holds the handle. */
  keyId?: string | undefined;
}

/** The filters of a dashboard, or `filters_override` of a request: laid over a query (reference/query.md 6.3). */
export interface FiltersOverride {
  date_from?: string | null | undefined;
  date_to?: string | null | undefined;
  properties?: unknown;
  breakdown_filter?: unknown;
}

export type { Asks };

/**
 * A kind of query: all that the `query/` routes, `hoglet.ask`, saved insights and the OpenAPI document know about it.
 */
export interface QueryKind<Types extends QueryTypes = QueryTypes, Ctx = Asks> {
  readonly kind: Types["kind"];
  /** One sentence for the OpenAPI document. */
  readonly summary: string;
  /** An object without unknown fields (`v.strictObject`), whose input type is `Types["node"]`. */
  readonly node: v.GenericSchema;
  /** A node for the OpenAPI document. */
  readonly example: RequestFields;
  /** The wrapper that a bare node is saved in (reference/query.md 6.1); absent = it is saved bare. */
  readonly savedIn?: "InsightVizNode" | "DataVisualizationNode";
  /** Are its answers kept (`answerNode`)? If not, it is never asked for an earlier answer alone. @default false */
  readonly isKept?: boolean;
  /** The answer's own fields, as the OpenAPI document shows them. */
  readonly answer: v.ObjectSchema<v.ObjectEntries, undefined>;
  /** Lays the filters of a dashboard over a node; both nodes are as they were sent. */
  override(node: RequestFields, filters: FiltersOverride): RequestFields;
  /**
   * Answers a node that `node` read.
   * @throws HogletError 400 naming the field
   */
  run(ctx: Ctx, project: Project, node: unknown, how: AskedHow): Promise<Run<Types>>;
}

/** A kind in its file: `run` takes what `node` gives. */
type QueryRow<Types extends QueryTypes, Schema extends v.GenericSchema, Ctx> = Omit<
  QueryKind<Types, Ctx>,
  "node" | "run"
> & {
  node: Schema;
  run(ctx: Ctx, project: Project, node: v.InferOutput<Schema>, how: AskedHow): Promise<Run<Types>>;
};

/** @typeParam Types what callers see; `node` must be the input of the schema */
export function defineQuery<Types extends QueryTypes, Ctx = Asks>() {
  return <const Schema extends v.GenericSchema<Types["node"], unknown>>(
    row: QueryRow<Types, Schema, Ctx>,
  ): QueryKind<Types, Ctx> =>
    // The only cast: `QueryKind` hides the type that `node` parses to, and `run` always gets exactly that.
    row as unknown as QueryKind<Types, Ctx>;
}
