import * as v from "valibot";
import { toFault, unreadableQuery } from "./query-fault.ts";
import { queryKinds } from "./registry.ts";
import { WRAPPERS } from "./wrappers.ts";

const REFRESHES = [
  "blocking",
  "force_blocking",
  "async",
  "lazy_async",
  "async_except_on_cache_miss",
  "force_async",
  "force_cache",
] as const;

/** How an answer is wanted, in the words of requests. */
export type RefreshWord = (typeof REFRESHES)[number];

/** `RefreshWord`, or the older `true` and `false`, also as text. */
export const RefreshField = v.nullish(
  v.union(
    [
      v.picklist(REFRESHES),
      v.pipe(
        v.union([v.boolean(), v.picklist(["true", "false", ""])]),
        v.transform((given): RefreshWord => (given === true || given === "true" ? "force_blocking" : "force_cache")),
      ),
    ],
    `Expected one of ${REFRESHES.join(", ")}, or a boolean`,
  ),
);

/** Filters that are laid over a query. */
export const FiltersOverrideField = v.nullish(
  v.looseObject({
    date_from: v.nullish(v.string()),
    date_to: v.nullish(v.string()),
    /** A list of property filters, or a group. */
    properties: v.nullish(v.unknown()),
    breakdown_filter: v.nullish(v.unknown()),
  }),
);

const Variable = v.looseObject({ code_name: v.nullish(v.string()), value: v.optional(v.unknown()) });

/** Values of a query's variables, by id. */
export const VariablesOverrideField = v.nullish(v.record(v.string(), Variable));
export type VariablesOverride = v.InferOutput<typeof VariablesOverrideField>;

const entries = {
  /** @default "blocking" */
  refresh: RefreshField,
  /** The older `refresh: "async"`. */
  async: v.nullish(v.boolean()),
  /** The id of the query, for its status. @default one is made */
  client_query_id: v.nullish(v.pipe(v.string(), v.nonEmpty(), v.maxLength(200))),
  filters_override: FiltersOverrideField,
  variables_override: VariablesOverrideField,
  /** PostHog only logs it. */
  name: v.nullish(v.pipe(v.string(), v.maxLength(128))),
  limit_context: v.nullish(v.string()),
};

const Request = v.strictObject({ query: v.unknown(), ...entries });

export type QueryRequest = v.InferOutput<typeof Request>;

/** Reads the fields around a query, which `readNode` reads. @throws HogletError 400 `parse_error` */
export function readRequest(input: unknown): QueryRequest {
  const result = v.safeParse(Request, input);
  if (!result.success) throw unreadableQuery(result.issues.map((issue) => toFault(Request, issue, [])));
  return result.output;
}

/** A request as the OpenAPI document shows it: any kind of node, bare or within its wrapper. */
export function describeRequest() {
  const nodes = queryKinds().map(({ node }) => node) as [v.GenericSchema, ...v.GenericSchema[]];
  const wrapper = v.looseObject({ kind: v.picklist(WRAPPERS), source: v.union(nodes) });
  return v.object({ query: v.union([...nodes, wrapper]), ...entries });
}
