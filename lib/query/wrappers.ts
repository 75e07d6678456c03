import { isFields } from "../base/fields.ts";
import type { RequestFields } from "../questions/index.ts";
import { unreadableQuery } from "./query-fault.ts";

// Nodes for the drawing of an answer, which is their `source`'s (reference/query.md 4.1). Their own fields are stored
// as they came.

/** Wrappers, and the kinds of their sources; null = any kind. */
const SOURCES: Readonly<Record<string, readonly string[] | null>> = {
  InsightVizNode: null,
  DataVisualizationNode: ["HogQLQuery"],
  DataTableNode: null,
};

export const WRAPPERS = Object.keys(SOURCES);

/** Nodes that nobody runs: they stand for something. */
export const UNRUNNABLE = new Set([
  "SavedInsightNode",
  "EventsNode",
  "ActionsNode",
  "DataWarehouseNode",
  "GroupNode",
  "PersonsNode",
]);

export interface Unwrapped {
  source: RequestFields;
  /** The place of the source in the request. */
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
  // A wrapper in a wrapper does no harm; the bound of depth refuses endless ones before.
  return unwrap(source, sourcePath);
}

/** "" = `kind` is no text, and an object's `toString` may do anything. */
export function kindOf({ kind }: RequestFields): string {
  return typeof kind === "string" ? kind : "";
}

/** A node whose source is changed, through its wrappers. */
export function mapSource(query: RequestFields, change: (source: RequestFields) => RequestFields): RequestFields {
  if (!Object.hasOwn(SOURCES, kindOf(query))) return change(query);
  return { ...query, source: mapSource(toFields(query["source"], ["query", "source"]), change) };
}

function toFields(value: unknown, path: readonly string[]): RequestFields {
  if (isFields(value)) return value;
  const message = value === undefined || value === null ? "Field required" : "Input should be an object";
  throw unreadableQuery([{ path: path.join("."), message }]);
}
