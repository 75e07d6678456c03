import { isFields } from "../base/fields.ts";
import type { RequestFields } from "../questions/index.ts";
import { unreadableQuery } from "./query-fault.ts";

// Nodes that say how an answer is drawn (reference/query.md 4.1). Their answer is that of their `source`; their own fields are
// stored as they came.

/** The wrappers, and the kinds that each may have as its source; null = any kind. */
const SOURCES: Readonly<Record<string, readonly string[] | null>> = {
  InsightVizNode: null,
  DataVisualizationNode: ["HogQLQuery"],
  DataTableNode: null,
};

export const WRAPPERS = Object.keys(SOURCES);

/** Nodes that stand for something and that nobody runs. */
export const UNRUNNABLE = new Set([
  "SavedInsightNode",
  "EventsNode",
  "ActionsNode",
  "DataWarehouseNode",
  "GroupNode",
  "PersonsNode",
]);

/** A node without its wrappers. */
export interface Unwrapped {
  source: RequestFields;
  /** Where it stands in the request. */
  path: string[];
}

/** Takes the source out of its wrappers. @throws HogletError 400 `parse_error` when there is none */
export function unwrap(query: unknown, path: readonly string[] = ["query"]): Unwrapped {
  const node = toFields(query, path);
  const kind = kindOf(node);
  if (!Object.hasOwn(SOURCES, kind)) return { source: node, path: [...path] };
  const sourcePath = [...path, kind, "source"];
  const source = toFields(node["source"], sourcePath);
  const allowed = SOURCES[kind] ?? null;
  if (allowed !== null && !allowed.includes(kindOf(source))) {
    const message = `Expected a source of kind ${allowed.join(" or ")} but received ${JSON.stringify(source["kind"])}`;
    throw unreadableQuery([{ path: [...sourcePath, "kind"].join("."), message }]);
  }
  // A wrapper in a wrapper is a slip that does no harm; endless ones are refused by their depth before.
  return unwrap(source, sourcePath);
}

/** The kind of a node as a client sent it; "" if it is no text: an object's `toString` may be anything. */
export function kindOf({ kind }: RequestFields): string {
  return typeof kind === "string" ? kind : "";
}

/** The node with its source changed, through its wrappers. */
export function mapSource(query: RequestFields, change: (source: RequestFields) => RequestFields): RequestFields {
  if (!Object.hasOwn(SOURCES, kindOf(query))) return change(query);
  return { ...query, source: mapSource(toFields(query["source"], ["query", "source"]), change) };
}

function toFields(value: unknown, path: readonly string[]): RequestFields {
  if (isFields(value)) return value;
  const message = value === undefined || value === null ? "Field required" : "Input should be an object";
  throw unreadableQuery([{ path: path.join("."), message }]);
}
