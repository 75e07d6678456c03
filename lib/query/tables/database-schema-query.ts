import * as v from "valibot";
import type { Project } from "../../admin/projects/index.ts";
import { defineQuery, idleEntries } from "../../questions/index.ts";
import type { Run } from "../../questions/index.ts";
import { describeTables } from "../../sql/index.ts";
import type { QueryAsks } from "../query-asks.ts";

/** The tables of SQL: a node of kind DatabaseSchemaQuery. Source: reference/query.md 4.13. */
const DatabaseSchemaNode = v.strictObject({ kind: v.literal("DatabaseSchemaQuery"), ...idleEntries });

export interface SchemaField {
  name: string;
  /** The name as statements write it. */
  hogql_value: string;
  /** `string`, `integer`, `float`, `boolean`, `datetime`, `array` or `json`. */
  type: string;
  schema_valid: true;
}

export interface SchemaTable {
  type: "posthog";
  id: string;
  name: string;
  fields: Record<string, SchemaField>;
}

export interface DatabaseSchemaQueryTypes {
  kind: "DatabaseSchemaQuery";
  node: v.InferInput<typeof DatabaseSchemaNode>;
  answer: { tables: Record<string, SchemaTable>; joins: never[] };
}

export const databaseSchemaQuery = defineQuery<DatabaseSchemaQueryTypes, QueryAsks>()({
  kind: "DatabaseSchemaQuery",
  summary: "Lists the tables of SQL and their columns.",
  node: DatabaseSchemaNode,
  example: { kind: "DatabaseSchemaQuery" },
  answer: v.object({ tables: v.record(v.string(), v.unknown()), joins: v.array(v.unknown()) }),
  override: (node) => node,
  async run(_ctx: QueryAsks, _project: Project): Promise<Run<DatabaseSchemaQueryTypes>> {
    const tables = describeTables().map(({ name, columns }): [string, SchemaTable] => {
      const fields = columns.map((column): [string, SchemaField] => [
        column.name,
        { name: column.name, hogql_value: column.name, type: column.type, schema_valid: true },
      ]);
      return [name, { type: "posthog", id: name, name, fields: Object.fromEntries(fields) }];
    });
    return { tables: Object.fromEntries(tables), joins: [] };
  },
});
