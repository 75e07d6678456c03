import * as v from "valibot";
import { pageEntries, rowsEntry } from "../base/page.ts";
import { parse } from "../base/parse.ts";
import type { RowPages } from "../base/row-pages.ts";

// The place of the rows in an answer. The same path leads through a value and through the schema of the value.

/** Names of an answer's list; `result` is the name in retention. */
const LISTS = ["results", "result"];

/** The name under which a row holds the persons that it counted. */
const PEOPLE = "people";

/**
 * The rows of an answer: the items of a bare list, the `results` of an envelope (or the `people` in them), else the
 * answer itself as one row.
 */
export function toRows(answer: unknown): readonly unknown[] {
  const list = Array.isArray(answer) ? answer : listIn(answer);
  if (list === null) return [answer];
  const people = list.map((item) => fieldOf(item, PEOPLE));
  return people.length > 0 && people.every((inner) => Array.isArray(inner)) ? people.flat() : list;
}

/** A whole answer as one page of rows. */
export function toRowPages(answer: unknown): RowPages {
  const rows = toRows(answer);
  return async function* () {
    yield rows;
  };
}

/** Names of the two fields that turn the pages of a list. */
export interface PageFields {
  limit: string;
  offset: string;
}

/**
 * The rows that a request's `limit` and `offset` name. A table is not cut into pages: without a limit it has all rows, and a
 * limit may be of any size.
 * @throws invalid naming the field
 */
export function cutRows(
  pages: RowPages,
  given: Readonly<Record<string, unknown>>,
  names: PageFields = { limit: "limit", offset: "offset" },
): RowPages {
  const fields = v.object({ [names.limit]: rowsEntry, [names.offset]: pageEntries.offset });
  const { [names.limit]: limit = Infinity, [names.offset]: offset = 0 } = parse(fields, given);
  return async function* () {
    let [skip, left] = [offset, limit];
    for await (const page of pages()) {
      const rows = page.slice(skip, skip + left);
      skip = Math.max(0, skip - page.length);
      left -= rows.length;
      yield rows;
      if (left === 0) return;
    }
  };
}

function listIn(answer: unknown): unknown[] | null {
  return LISTS.map((name) => fieldOf(answer, name)).find((field) => Array.isArray(field)) ?? null;
}

function fieldOf(value: unknown, name: string): unknown {
  const isThere = typeof value === "object" && value !== null && Object.hasOwn(value, name);
  return isThere ? (value as Record<string, unknown>)[name] : undefined;
}

/** Kinds of schema whose values have columns of their own, unknown until there are rows. */
const NESTED = new Set(["array", "object", "strict_object", "loose_object", "record", "tuple", "unknown", "any"]);

/** The columns of an answer without rows, as far as its schema names them: those that hold one value each. */
export function columnsOf(schema: v.GenericSchema | undefined): string[] {
  const list = itemOf(schema) ?? LISTS.map((name) => itemOf(entryOf(schema, name))).find(Boolean) ?? schema;
  const row = itemOf(entryOf(list, PEOPLE)) ?? list;
  return Object.entries(entriesOf(row))
    .filter(([, entry]) => !NESTED.has(entry.type))
    .map(([name]) => name);
}

function itemOf(schema: v.GenericSchema | undefined): v.GenericSchema | undefined {
  return schema !== undefined && "item" in schema ? (schema.item as v.GenericSchema) : undefined;
}

/** The entries of a schema; of several kinds of rows, the entries of the first. */
function entriesOf(schema: v.GenericSchema | undefined): Record<string, v.GenericSchema> {
  if (schema !== undefined && "options" in schema) return entriesOf((schema.options as v.GenericSchema[])[0]);
  return schema !== undefined && "entries" in schema ? (schema.entries as Record<string, v.GenericSchema>) : {};
}

function entryOf(schema: v.GenericSchema | undefined, name: string): v.GenericSchema | undefined {
  return entriesOf(schema)[name];
}
