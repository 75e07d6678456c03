import type { Project } from "../../admin/projects/index.ts";
import { findPersonId, getPerson } from "../../people/persons/index.ts";
import type { PersonRecord } from "../../people/persons/index.ts";
import type { AskedHow, Run } from "../../questions/index.ts";
import type { NodePerson } from "../../questions/people/index.ts";
import { readFilters } from "../../sql/index.ts";
import { quoteName } from "../../hogql/index.ts";
import type { Constant } from "../../hogql/index.ts";
import type { QueryAsks } from "../query-asks.ts";
import type { ActorsQueryTypes, ActorsRead } from "./actors-node.ts";
import { displayNames } from "./display-name.ts";
import { toPersonObject } from "./person-object.ts";
import { isGrouped, runTable, toTablePage } from "./run-table.ts";
import { readColumn } from "./table-column.ts";
import type { SpecialColumn } from "./table-column.ts";
import { tableOrder } from "./table-order.ts";

const DEFAULT_SELECT = ["person", "id", "person.$delete"];

/**
 * A page of persons, by SQL over `persons`.
 * @param persons the only ones, with their values for the column `event_count`; null = all, without that column
 * @throws HogletError 400 for an expression or a filter that cannot be read
 */
export async function personRows(
  ctx: QueryAsks,
  project: Project,
  node: Pick<ActorsRead, "select" | "search" | "properties" | "fixedProperties" | "orderBy" | "limit" | "offset">,
  persons: readonly NodePerson[] | null,
  { keyId }: AskedHow,
): Promise<Run<ActorsQueryTypes>> {
  const findSpecial = (name: string) => specialColumn(ctx, project, name);
  const columns = (node.select ?? DEFAULT_SELECT).map((text) => readColumn(text, findSpecial));
  const order = tableOrder(node.orderBy, columns, { time: "created_at", findSpecial });
  const { where, values } = toWhere(node.search ?? "");
  if (persons !== null) {
    values["hoglet_ids"] = persons.map(({ uuid }) => uuid);
    values["hoglet_counts"] = persons.map(({ value }) => value);
  }
  const filters = readFilters(
    project,
    { properties: { type: "AND", values: [node.properties, node.fixedProperties].map(ofPersons) } },
    ctx.clock.now(),
  );
  const ran = await runTable(
    ctx,
    project,
    {
      from: persons === null ? "persons" : OF_NUMBER,
      columns,
      where,
      having: [],
      filters: { ...filters, isOfPersons: true },
      values,
      orderBy: isGrouped({ columns, having: [], orderBy: order })
        ? order
        : [...order, { sort: "id", isDescending: false }],
      ...toTablePage(node),
    },
    keyId,
  );
  return { ...ran, missing_actors_count: 0 };
}

/** Filters without a type are about persons. */
function ofPersons(node: unknown): unknown {
  if (node === null || node === undefined) return { type: "AND", values: [] };
  if (Array.isArray(node)) return { type: "AND", values: node.filter(isFilled).map(ofPersons) };
  if (typeof node !== "object") return node;
  if (!Object.hasOwn(node, "key") && "values" in node && Array.isArray(node.values)) {
    return { ...node, values: node.values.filter(isFilled).map(ofPersons) };
  }
  return { type: "person", ...node };
}

function isFilled(filter: unknown): boolean {
  return typeof filter !== "object" || filter === null || Object.keys(filter).length > 0;
}

/** The persons behind a number. A LIMIT above their number makes SQLite read them once, by an index. */
const OF_NUMBER = `persons JOIN (SELECT pair.1 AS hoglet_id, pair.2 AS event_count
  FROM (SELECT arrayJoin(arrayZip({hoglet_ids}, {hoglet_counts})) AS pair) LIMIT 1000000) AS hoglet_counted
  ON persons.id = hoglet_counted.hoglet_id`;

function toWhere(search: string): { where: string[]; values: Record<string, Constant> } {
  const where = ["{filters}"];
  const values: Record<string, Constant> = {};
  if (search !== "") {
    values["hoglet_search"] = search;
    const texts = ["properties.email", "properties.name", "toString(id)"];
    const tests = texts.map((text) => `positionCaseInsensitive(ifNull(toString(${text}), ''), {hoglet_search}) > 0`);
    const named =
      "id IN (SELECT person_id FROM person_distinct_ids WHERE positionCaseInsensitive(distinct_id, {hoglet_search}) > 0)";
    where.push([...tests, named].join(" OR "));
  }
  return { where, values };
}

/** Columns without an expression (reference/query.md 4.4). */
function specialColumn(ctx: QueryAsks, project: Project, name: string): SpecialColumn | undefined {
  const names = displayNames(project);
  const texts = names.map((key) => `nullIf(toString(properties.${quoteName(key)}), '')`);
  const displayName = `coalesce(${[...texts, "toString(id)"].join(", ")})`;
  const byRecord = (toValue: (record: PersonRecord) => unknown): SpecialColumn => ({
    parts: ["id"],
    sort: displayName,
    toValue: ([uuid]) => {
      const found = findPersonId(ctx, project.id, String(uuid));
      return found === undefined ? { id: uuid } : toValue(getPerson(ctx, project, found));
    },
  });
  switch (name) {
    case "person":
    case "actor":
      return byRecord((record) => toPersonObject(project, record));
    case "person_display_name":
      return byRecord(({ uuid, properties, distinct_ids }) => ({
        display_name: names.map((key) => properties[key]).find(Boolean) ?? distinct_ids[0] ?? uuid,
        id: uuid,
      }));
    case "person.$delete":
      return { parts: ["1"], sort: "id", toValue: () => 1 };
    case "matched_recordings":
      return { parts: ["1"], sort: "id", toValue: () => [] };
    default:
      return undefined;
  }
}
