import * as v from "valibot";
import { Properties } from "../base/answer-scalars.ts";
import { invalid } from "../base/errors.ts";
import { askQuery, revokeJob } from "../query/index.ts";
import { convertQuestion } from "../query/saved/index.ts";
import type { AnswerTo, QueryName, QueryNode, WrapperNode } from "../query/index.ts";
import { listenToAnswers } from "../query/watch/index.ts";
import type { WatchHandle } from "../query/watch/index.ts";
import { withSignal } from "../port/with-signal.ts";
import type { FiltersOverride } from "../questions/index.ts";
import type { FunnelParts, NarrowedResults } from "../questions/funnel/index.ts";
import { QueryInput, runQuery } from "../sql/index.ts";
import type { QueryOptions, QueryResult } from "../sql/index.ts";
import { parseKnown } from "./known.ts";
import { operation } from "./operation.ts";
import type { InProject } from "../base/call-options.ts";
import type { Scope } from "./scope.ts";
import type { Stoppable } from "../base/call-options.ts";

/** The options of `hoglet.ask`. */
export interface AskQueryOptions extends InProject, Stoppable {
  /** Computes the answer again, even if nothing was written since the last time. @default false */
  refresh?: boolean;
  /** Filters that are laid over the query, as those of a dashboard are. */
  filters?: FiltersOverride;
}

/** The options of `hoglet.watch`. */
export interface WatchOptions extends InProject, Pick<AskQueryOptions, "filters"> {
  /** Ends the watching when it aborts. */
  signal?: AbortSignal;
  /**
   * Called with the error of an asking, and with what the listener throws; the watching goes on. @default the handle's `logger` gets
   * it
   */
  onError?: (error: unknown) => void;
  /** The least time between two calls of the listener, in ms, up to an hour. @default 0 */
  everyMs?: number;
}

/** The answer to a kind; that to a funnel with the results of its view. */
type NarrowedAnswer<Kind extends QueryName, View, Breakdown> = Kind extends "FunnelsQuery"
  ? Omit<AnswerTo<Kind>, "results"> & { results: NarrowedResults<View, Breakdown> }
  : AnswerTo<Kind>;

export interface QueryHandle {
  /**
   * Answers a query node of PostHog's clients, bare or within a wrapper (`InsightVizNode`). The kind decides the type of the
   * answer.
   * @example
   * const { results } = await hoglet.ask({ kind: "TrendsQuery", series: [{ event: "signed up", math: "dau" }], interval: "week" });
   * @throws HogletError 400 when it cannot be read or answered; 499 when `signal` aborts
   */
  ask<const Kind extends QueryName, const View = undefined, const Breakdown = undefined>(
    query: QueryNode<Kind> & { kind: Kind } & FunnelParts<View, Breakdown>,
    options?: AskQueryOptions,
  ): Promise<NarrowedAnswer<Kind, View, Breakdown>>;
  ask<const Kind extends QueryName, const View = undefined, const Breakdown = undefined>(
    query: WrapperNode<QueryNode<Kind> & { kind: Kind } & FunnelParts<View, Breakdown>>,
    options?: AskQueryOptions,
  ): Promise<NarrowedAnswer<Kind, View, Breakdown>>;
  /**
   * As `ask`, and again after each commit that may change the answer: captures, imports, merged and changed persons, deletions, changes of
   * definitions, and a new minute of the clock. Resolves after the first call of the listener. An answer equal to the last one is not
   * given again; a listener that returns a promise is waited for, and then gets the newest answer. Watching alone does not keep the
   * process alive; closing the handle ends it.
   * @example
   * const watching = await hoglet.watch({ kind: "TrendsQuery", series: [{ event: "signed up" }] }, ({ results }) => draw(results));
   * watching.close();
   * @throws HogletError as `ask`, for the first answer; 429 when a thousand questions are watched
   */
  watch<const Kind extends QueryName, const View = undefined, const Breakdown = undefined>(
    query: QueryNode<Kind> & { kind: Kind } & FunnelParts<View, Breakdown>,
    listener: (answer: NarrowedAnswer<Kind, View, Breakdown>) => unknown,
    options?: WatchOptions,
  ): Promise<WatchHandle>;
  watch<const Kind extends QueryName, const View = undefined, const Breakdown = undefined>(
    query: WrapperNode<QueryNode<Kind> & { kind: Kind } & FunnelParts<View, Breakdown>>,
    listener: (answer: NarrowedAnswer<Kind, View, Breakdown>) => unknown,
    options?: WatchOptions,
  ): Promise<WatchHandle>;
  /**
   * Runs a SELECT in HogQL, PostHog's SQL, over the tables `events`, `persons`, `person_distinct_ids`, `sessions`,
   * `groups`, `cohorts` and `cohort_people` of the project, in a process of its own. A dot reaches into JSON
   * (`properties.plan`), and from an event to its person, session and groups (`person.properties.email`,
   * `session.$session_duration`, `group_0.properties.name`). ClickHouse's functions of dates, text, patterns, URLs, JSON,
   * arrays and numbers, its aggregates with -If, and windows are there; SQLite's own functions too.
   * @example
   * const { results } = await hoglet.query("select event, count() from events where timestamp > {from} group by 1", {
   *   values: { from: "2024-03-01" },
   * });
   * @throws HogletError 400 when it is not a SELECT, or takes too much time or memory; 499 when `signal` aborts
   */
  query(sql: string, options?: QueryOptions & InProject & Stoppable): Promise<QueryResult>;
}

export function queryHandle(scope: Scope): QueryHandle {
  const ask = async (node: object, { project, signal, refresh = false, filters }: AskQueryOptions = {}) => {
    const ctx = withSignal(scope.open(), signal);
    return askQuery(ctx, scope.project(project), node, { refresh: refresh ? "always" : "if-stale", filters });
  };
  const watch = async (
    query: object,
    listener: (answer: never) => unknown,
    { project, filters, ...how }: WatchOptions = {},
  ) => {
    if (typeof listener !== "function") throw invalid("listener", "Expected a function.");
    return listenToAnswers(
      scope.open(),
      scope.project(project),
      { query, filters },
      { ...how, listener: listener as () => unknown },
    );
  };
  return {
    // The kind of the node decides the type of the answer, which one implementation cannot say.
    ask: ask as QueryHandle["ask"],
    watch: watch as QueryHandle["watch"],
    query: async (sql, { project, signal, ...options } = {}) => {
      const ctx = { ...scope.open(), ...(signal !== undefined && { signal }) };
      return runQuery(ctx, scope.project(project), parseKnown(QueryInput, { query: sql, ...options }));
    },
  };
}

export const QUERY = "/api/projects/:project_id/query";

/** Requests about queries; `queryRoutes` run them, and read the state of those that run. */
export const queryRequests = {
  upgrade: operation({
    summary:
      "Brings a query to the newest form of its kind, without running it; a question in the older dialect (`filters`) becomes a query. `question` is the query in the older dialect, where it has such a form.",
    http: ["POST", `${QUERY}/upgrade`],
    scopes: ["query:read"],
    input: v.object({
      query: v.exactOptional(v.record(v.string(), v.unknown())),
      filters: v.exactOptional(v.record(v.string(), v.unknown())),
    }),
    response: v.object({ query: v.nullable(Properties), question: v.nullable(Properties) }),
    example: { query: { kind: "RetentionQuery", retentionFilter: { showMean: true } } },
    run: (_, { input }) => convertQuestion(input),
  }),
  mayAsk: operation({
    summary: "Says whether the key may run queries.",
    http: ["POST", `${QUERY}/check_auth_for_async`],
    scopes: ["query:read"],
    response: v.object({ user: v.literal("ok") }),
    run: () => ({ user: "ok" as const }),
  }),
  revoke: operation({
    summary: "Stops a query that runs beside its request.",
    http: ["DELETE", `${QUERY}/:query_id`],
    scopes: ["query:read"],
    input: v.object({ dequeue_only: v.exactOptional(v.string()) }),
    response: v.object({ message: v.string() }),
    run: (ctx, { project, id }) => ({ message: revokeJob(ctx, project.id, String(id)) }),
  }),
};
