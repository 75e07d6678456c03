/** The tables by name, with their columns and types (`lib/sql/views.ts`; a test compares them). */
export const TABLES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  persons: {
    id: "UUID",
    uuid: "UUID",
    created_at: "DateTime",
    properties: "String",
    is_identified: "Bool",
    name: "String",
    distinct_ids: "String",
  },
  person_distinct_ids: { distinct_id: "String", person_id: "UUID" },
  events: {
    uuid: "UUID",
    event: "String",
    distinct_id: "String",
    person_id: "UUID",
    timestamp: "DateTime",
    properties: "String",
  },
  cohorts: {
    id: "Int64",
    name: "String",
    description: "String",
    is_static: "Bool",
    count: "Nullable(Int64)",
    created_at: "DateTime",
  },
  cohort_people: { cohort_id: "Int64", person_id: "UUID" },
  groups: {
    group_type_index: "Int64",
    group_type: "Nullable(String)",
    group_key: "String",
    properties: "String",
    created_at: "DateTime",
  },
};

/** A first question about a table: its newest rows if they have a time. */
export function toFirstQuestion(table: string): string {
  const columns = TABLES[table] ?? {};
  const time = ["timestamp", "created_at"].find((name) => Object.hasOwn(columns, name));
  return `SELECT * FROM ${table}${time === undefined ? "" : ` ORDER BY ${time} DESC`}`;
}
