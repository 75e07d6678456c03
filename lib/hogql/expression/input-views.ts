import type { ExpressionInput } from "../../events/expression-context.ts";
import type { Reader } from "../reader.ts";
import { TABLES } from "../tables.ts";

/** The values of one event by the columns of the views. */
type Cells = Record<string, string | number | null>;

/**
 * Creates views of one event, its person and its groups, by the names of the tables. JSON has the members alone that the expression
 * reads.
 * @returns lets the views show the values of an event
 */
export function createInputViews(db: Reader): (inputs: readonly ExpressionInput[], values: readonly unknown[]) => void {
  let cells: Cells = {};
  db.function("hog_cell", { deterministic: false }, (name: unknown) => cells[String(name)] ?? null);
  const ofEvent = {
    event: cell("event"),
    distinct_id: cell("distinct_id"),
    person_id: cell("person_id"),
    timestamp: cell("timestamp"),
    properties: cell("properties"),
    ...Object.fromEntries(
      ["$session_id", "$window_id", "$group_0", "$group_1", "$group_2", "$group_3", "$group_4"].map((name) => [
        name,
        `${cell("properties")} ->> '$."${name}"'`,
      ]),
    ),
  };
  db.exec(`CREATE TEMP VIEW events AS SELECT ${columns("events", ofEvent)}`);
  const ofPerson = { id: cell("person_id"), uuid: cell("person_id"), properties: cell("person") };
  db.exec(`CREATE TEMP VIEW persons AS SELECT ${columns("persons", ofPerson)}`);
  const groups = [0, 1, 2, 3, 4].map((index) => {
    const key = `${cell("properties")} ->> '$."$group_${index}"'`;
    const known = {
      group_type_index: String(index),
      index: String(index),
      group_key: key,
      key,
      properties: cell(`group ${index}`),
    };
    return `SELECT ${columns("groups", known)}`;
  });
  db.exec(`CREATE TEMP VIEW groups AS ${groups.join(" UNION ALL ")}`);
  return (inputs, values) => {
    const json: Record<string, Record<string, unknown>> = { properties: {} };
    cells = {};
    for (const [place, input] of inputs.entries()) {
      const value = values[place];
      if (input.of === "column") cells[input.key] = (value as string | number | null | undefined) ?? null;
      else if (input.of === "group") put(json, `group ${input.groupTypeIndex}`, input.key, value);
      else put(json, input.of === "event" ? "properties" : "person", input.key, value);
    }
    // The row of the person is found by its id.
    if (json["person"] !== undefined && !Object.hasOwn(cells, "person_id")) cells["person_id"] = "someone";
    for (const [name, members] of Object.entries(json)) cells[name] = JSON.stringify(members);
  };
}

const cell = (name: string) => `hog_cell('${name}')`;

/** The columns of a view in the table's order; those that are not known are NULL. */
function columns(table: string, known: Record<string, string>): string {
  return Object.keys(TABLES[table]?.columns ?? {})
    .map((name) => `${known[name] ?? "NULL"} AS "${name}"`)
    .join(", ");
}

function put(json: Record<string, Record<string, unknown>>, name: string, key: string, value: unknown): void {
  const members = (json[name] ??= {});
  // Defined, so that `__proto__` is a member like any other.
  if (value !== undefined)
    Object.defineProperty(members, key, { value, enumerable: true, configurable: true, writable: true });
}
