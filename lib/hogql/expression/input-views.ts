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

/** The cells of an event that its view shows. */
const OF_EVENTS =
  "event distinct_id person_id timestamp uuid created_at elements_chain properties cohorts events".split(" ");

const NO_CELLS: Cells = Object.fromEntries(OF_EVENTS.map((name) => [name, null]));

/**
 * How events are shown: one by functions; many as rows of a table; a list as one JSON text that SQLite reads by itself, which takes a fifth
 * of the time and shows properties alone.
 */
export type Count = "one" | "many" | "list";

/** Events between two calls of `see`: some ms. */
const SEEN = 1024;

/**
 * Creates views of events, by the names of the tables. The persons and the groups are those of the event that SQLite reads. JSON has the
 * members alone that the expression reads.
 */
export function createInputViews(db: Reader, count: Count): InputViews {
  let cells: Cells = {};
  let filled: Iterable<void> = [];
  db.function("hog_cell", { deterministic: false, varargs: true }, (name: unknown) => cells[String(name)] ?? null);
  // An index of its own would keep the person of the first event for all.
  db.pragma("automatic_index = OFF");
  const own = {
    one: cell,
    many: (name: string) => `"${name}"`,
    list: (name: string) => (name === "properties" ? "value" : "NULL"),
  }[count];
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
      columns: OF_EVENTS,
      *rows() {
        // SQLite has read a row when it asks for the next.
        const row: (string | number | null)[] = OF_EVENTS.map(() => null);
        for (const _ of filled) {
          for (const [place, name] of OF_EVENTS.entries()) row[place] = cells[name] as string | number | null;
          yield row;
        }
      },
    });
  }
  // A subquery of members would be evaluated once for all events: a column has the cohorts of each.
  const cohorts = `${own("cohorts")} AS cohorts`;
  const from = {
    one: "",
    many: `, ${own("events")} AS events FROM hog_events`,
    list: `, 1 AS events FROM json_each(${cell("list")})`,
  }[count];
  db.exec(`CREATE TEMP VIEW events AS SELECT ${columns("events", ofEvent)}, ${cohorts}${from}`);
  const ofPerson = {
    id: cell("person_id"),
    uuid: cell("person_id"),
    created_at: cell("person_created_at"),
    properties: cell("person"),
  };
  db.exec(`CREATE TEMP VIEW persons AS SELECT ${columns("persons", ofPerson)}`);
  db.exec(`CREATE TEMP VIEW groups AS ${[0, 1, 2, 3, 4].map(groupOfEvent).join(" UNION ALL ")}`);
  return {
    show(shown, see) {
      cells = { ...NO_CELLS };
      filled = fillCells(cells, shown, see);
      if (count === "one") for (const _ of filled);
      if (count === "list") cells["list"] = toList(cells, filled);
    },
    ofSession(id, source) {
      return source === "id" ? id : toSessionCell((cells[`session ${source}`] as SessionValue | undefined) ?? null);
    },
  };
}

/** The event's group of a type, as a row. */
function groupOfEvent(index: number): string {
  const key = `${cell("properties")} ->> '$."$group_${index}"'`;
  const type = String(index);
  const known = { group_type_index: type, index: type, group_key: key, key, properties: cell(`group ${index}`) };
  return `SELECT ${columns("groups", known)}`;
}

/** JSON of the properties of all events. */
function toList(cells: Cells, filled: Iterable<void>): string {
  const texts: unknown[] = [];
  for (const _ of filled) texts.push(cells["properties"]);
  return `[${texts.join(",")}]`;
}

/** Fills the cells with the values of one event after the other; yields nothing else. */
function* fillCells(cells: Cells, { inputs, events, times }: Shown, see: () => void): Generator<void> {
  const fill = compileFilling(inputs);
  let place = 0;
  for (const values of events) {
    fill(cells, values);
    cells["events"] = times?.[place] ?? 1;
    yield;
    if (++place % SEEN === 0) see();
  }
}

/** A member of the JSON text of a cell. */
interface Member {
  /** JSON of its key, and a colon. */
  start: string;
  /** The place of its value among the inputs. */
  place: number;
}

/** Compiles what fills the cells with the values of an event: a question does that for each combination of values. */
function compileFilling(inputs: readonly ExpressionInput[]): (cells: Cells, values: readonly unknown[]) => void {
  const plain: { name: string; place: number }[] = [];
  const json = new Map<string, Member[]>([["properties", []]]);
  const put = (name: string, key: string, place: number) =>
    void json.set(name, [...(json.get(name) ?? []), { start: `${JSON.stringify(key)}:`, place }]);
  for (const [place, input] of inputs.entries()) {
    if (input.of === "column") plain.push({ name: input.key, place });
    else if (input.of === "session") plain.push({ name: `session ${input.key}`, place });
    else if (input.of === "cohort") put("cohorts", keyOfCohort(input.name), place);
    else if (input.of === "group") put(`group ${input.groupTypeIndex}`, input.key, place);
    else put(input.of === "event" ? "properties" : "person", input.key, place);
  }
  const texts = [...json];
  // The row of the person is found by its id.
  const isOfPerson = json.has("person") || plain.some(({ name }) => name === "person_created_at");
  const hasId = plain.some(({ name }) => name === "person_id");
  return (cells, values) => {
    if (isOfPerson && !hasId) cells["person_id"] = "someone";
    for (const { name, place } of plain) cells[name] = (values[place] as SessionValue | undefined) ?? null;
    for (const [name, members] of texts) cells[name] = toJson(members, values);
  };
}

function toJson(members: readonly Member[], values: readonly unknown[]): string {
  let text = "";
  for (const { start, place } of members) {
    const value = values[place];
    if (value !== undefined) text += `${text === "" ? "" : ","}${start}${JSON.stringify(value)}`;
  }
  return `{${text}}`;
}

const cell = (name: string) => `hog_cell('${name}')`;

/** The columns of a view in the table's order; those that are not known are NULL. */
function columns(table: string, known: Record<string, string>): string {
  return Object.keys(TABLES[table]?.columns ?? {})
    .map((name) => `${known[name] ?? "NULL"} AS "${name}"`)
    .join(", ");
}
