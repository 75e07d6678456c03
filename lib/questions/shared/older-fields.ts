import { HogletError } from "../../base/errors.ts";
import { parse } from "../../base/parse.ts";
import type { Entity } from "./entity.ts";
import { toSeries } from "./filters-to-series.ts";
import { listOf, snakeCase } from "./node-to-filters.ts";
import { SeriesNode } from "./node-series.ts";
import { readEntity } from "./read-node.ts";
import type { RequestFields } from "./request-fields.ts";

// The door of the older dialect: fields become a node. Refusals name the fields that were sent.

/**
 * Reads the node that older fields mean.
 * @param fields as the schema of the older question read them
 * @throws HogletError 400 naming the older field
 */
export function readOlder<Question>(fields: RequestFields, read: () => Question): Question {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof HogletError) || error.attr === null) throw error;
    const { status, type, code, detail, cause } = error;
    throw new HogletError({ status, type, code, detail, cause, attr: toOlderAttr(error.attr, fields) });
  }
}

/** The entity in a field of its own. @param attr the field, for errors */
export function readOlderEntity(entity: RequestFields, attr: string): Entity {
  const list = entity["type"] === "actions" ? "actions" : "events";
  const [node] = toSeries({ [list]: [entity] }, "all", "door");
  return readEntity(parse(SeriesNode, node, attr), { order: 0, attr, hasNames: true });
}

/** Parts of nodes whose fields stand in the question itself in the older dialect. */
const PARTS = new Set([
  "dateRange",
  "breakdownFilter",
  "compareFilter",
  "trendsFilter",
  "funnelsFilter",
  "pathsFilter",
  "retentionFilter",
]);

function toOlderAttr(attr: string, fields: RequestFields): string {
  const [first = "", second = "", ...rest] = attr.split("__");
  if (PARTS.has(first) && second !== "") return [snakeCase(second), ...rest.map(snakeCase)].join("__");
  if (first !== "series" || second === "") return [snakeCase(first), ...attr.split("__").slice(1)].join("__");
  const { list, index } = placesOf(fields)[Number(second)] ?? { list: "events", index: second };
  return [list, index, ...rest.map((name) => (name === "nodes" ? "members" : name === "event" ? "id" : name))].join(
    "__",
  );
}

/** Places of the series in the older lists, in the order of `toSeries`. */
function placesOf(fields: RequestFields): { list: string; index: number }[] {
  return ["actions", "events"]
    .flatMap((list) => listOf(fields[list]).map(({ order }, index) => ({ list, index, order: Number(order) || -1 })))
    .toSorted((a, b) => a.order - b.order);
}
