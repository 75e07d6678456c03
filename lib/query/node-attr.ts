import type * as v from "valibot";
import { HogletError, ofField } from "../base/errors.ts";
import { namesAt } from "./names-at.ts";

// The older dialect's fields in errors become those of the node that the caller wrote.

/** An error with the field's name in the node; other errors as they are. */
export function withNodeAttr(error: unknown, schema: v.GenericSchema, node: unknown): unknown {
  if (!(error instanceof HogletError) || error.attr === null) return error;
  return ofField(toNodeAttr(error.attr, schema, node), error);
}

/** The name in a node of a field of the older dialect: `date_from` is `dateRange__date_from`. */
export function toNodeAttr(attr: string, schema: v.GenericSchema, node: unknown): string {
  // SQL puts the filters of a node into a group.
  const own = namesAt(schema, []).includes("filters")
    ? attr
    : attr.replace(/^filters__(properties__)\d+__(?=\d)/, "$1");
  const [first = "", ...rest] = own.split("__");
  if (first === "events" || first === "actions") return toSeriesAttr(first, rest, node);
  const top = namesAt(schema, []);
  const start = [[] as string[], ...top.map((name) => [name])].find(
    (place) => named(schema, place, first) !== undefined,
  );
  if (start === undefined) return own;
  const path = [...start];
  for (const name of [first, ...rest]) path.push(named(schema, path, name) ?? name);
  return path.join("__");
}

/** The field of the object at `place`, in either spelling; undefined = it has no such field. */
function named(schema: v.GenericSchema, place: readonly string[], name: string): string | undefined {
  const names = namesAt(schema, place);
  return [name, toCamel(name)].find((each) => names.includes(each));
}

function toCamel(name: string): string {
  return name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** The older dialect lists events and actions apart. */
function toSeriesAttr(list: "events" | "actions", [place = "", ...rest]: readonly string[], node: unknown): string {
  const { series } = node as { series?: unknown };
  const all = (Array.isArray(series) ? series : []) as { kind?: string | null; id?: unknown }[];
  const isAction = (each: (typeof all)[number]) => each.kind === "ActionsNode" || (!each.kind && each.id !== undefined);
  const own = all.flatMap((each, index) => (isAction(each) === (list === "actions") ? [index] : []));
  return (place === "" ? ["series"] : ["series", own[Number(place)] ?? place, ...rest]).join("__");
}
