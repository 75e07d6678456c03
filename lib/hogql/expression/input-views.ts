import type { ExpressionInput } from "../../events/expression-context.ts";
import type { Reader } from "../reader.ts";
import type { SessionValue } from "../../events/sessions/index.ts";
import { keyOfCohort } from "../compile/compile-in.ts";
import { toSessionCell } from "../session-table.ts";
import type { SessionCell, SessionSource } from "../session-table.ts";
import { chainPart, TABLES } from "../tables.ts";

/** The values of one event by the columns of the views; those of sessions as they are stored. */
type Cells = Record<string, SessionValue>;

/** Events with the values that an expression reads of each. */
interface Shown {
  inputs: readonly ExpressionInput[];
  events: Iterable<readonly unknown[]>;
  /** How many events each is. @default 1 */
  times?: ArrayLike<number> | undefined;
}

interface InputViews {
  /** Lets the views show events. @param see called now and then, while SQLite reads them; it may throw */
  show(shown: Shown, see: () => void): void;
  /** A property of the session of the event that SQLite reads. */
  ofSession(id: string, source: SessionSource): SessionCell;
}

/** Events between two calls of `see`: some ms. */
const SEEN = 1024;

/**
 * Creates views of events, by the names of the tables. The persons and the groups are those of the event that SQLite reads. JSON has the
 * members alone that the expression reads.
 * @param count one event needs no table, which takes 2 µs more
 */
export function createInputViews(db: Reader, count: "one" | "many"): InputViews {
  let cells: Cells = {};
  let rows: Iterable<Cells> = [];
  db.function("hog_cell", { deterministic: false, varargs: true }, (name: unknown) => cells[String(name)] ?? null);
  // An index of its own would keep the person of the first event for all.
  db.pragma("automatic_index = OFF");
  // A subquery that names no column of another table is evaluated once for all rows: cells of an event name its place.
  const own = (name: string) => (count === "many" ? `hog_cell('${name}', place)` : cell(name));
  const ofEvent = {
    event: own("event"),
    distinct_id: own("distinct_id"),
    person_id: own("person_id"),
    timestamp: own("timestamp"),
    uuid: own("uuid"),
    created_at: own("created_at"),
    elements_chain: own("elements_chain"),
    ...Object.fromEntries(
      ["href", "texts", "ids", "elements"].map((part) => {
        const name = `elements_chain_${part}`;
        return [name, chainPart(name, own("elements_chain"))];
      }),
    ),
    properties: own("properties"),
    ...Object.fromEntries(
      ["$session_id", "$window_id", "$group_0", "$group_1", "$group_2", "$group_3", "$group_4"].map((name) => [
        name,
        `${own("properties")} ->> '$."${name}"'`,
      ]),
    ),
  };
  if (count === "many") {
    db.table("hog_events", {
      columns: ["place"],
      *rows() {
        let place = 0;
        for (cells of rows) yield [place++];
      },
    });
  }
  // A subquery of members would be evaluated once for all events: a column has the cohorts of each.
  const cohorts = `${own("cohorts")} AS cohorts`;
  const from = count === "many" ? `, ${own("events")} AS events FROM hog_events` : "";
  db.exec(`CREATE TEMP VIEW events AS SELECT ${columns("events", ofEvent)}, ${cohorts}${from}`);
  const ofPerson = {
    id: cell("person_id"),
    uuid: cell("person_id"),
    created_at: cell("person_created_at"),
    properties: cell("person"),
  };
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
  return {
    show(shown, see) {
      rows = toCells(shown, see);
      if (count === "one") for (const only of rows) cells = only;
    },
    ofSession(id, source) {
      return source === "id" ? id : toSessionCell((cells[`session ${source}`] as SessionValue | undefined) ?? null);
    },
  };
}

function* toCells({ inputs, events, times }: Shown, see: () => void): Generator<Cells> {
  let place = 0;
  for (const values of events) {
    yield { ...cellsOf(inputs, values), events: times?.[place] ?? 1 };
    if (++place % SEEN === 0) see();
  }
}

function cellsOf(inputs: readonly ExpressionInput[], values: readonly unknown[]): Cells {
  const json: Record<string, Record<string, unknown>> = { properties: {} };
  const cells: Cells = {};
  for (const [place, input] of inputs.entries()) {
    const value = values[place];
    if (input.of === "column") cells[input.key] = (value as string | number | null | undefined) ?? null;
    else if (input.of === "session") cells[`session ${input.key}`] = (value as SessionValue | undefined) ?? null;
    else if (input.of === "cohort") put(json, "cohorts", keyOfCohort(input.name), value);
    else if (input.of === "group") put(json, `group ${input.groupTypeIndex}`, input.key, value);
    else put(json, input.of === "event" ? "properties" : "person", input.key, value);
  }
  // The row of the person is found by its id.
  const isOfPerson = json["person"] !== undefined || Object.hasOwn(cells, "person_created_at");
  if (isOfPerson && !Object.hasOwn(cells, "person_id")) cells["person_id"] = "someone";
  for (const [name, members] of Object.entries(json)) cells[name] = JSON.stringify(members);
  return cells;
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
