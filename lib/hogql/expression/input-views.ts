import type { ExpressionInput } from "../../events/expression-context.ts";
import type { Reader } from "../reader.ts";
import type { SessionValue } from "../../events/sessions/index.ts";
import { keyOfCohort } from "../compile/compile-in.ts";
import { toSessionCell } from "../session-table.ts";
import type { SessionCell, SessionSource } from "../session-table.ts";
import { chainPart, TABLES } from "../tables.ts";

/** One event by the columns of the views; sessions as they are stored. */
type Cells = Record<string, SessionValue>;

/** Events with the values that an expression reads of each. */
interface Shown {
  inputs: readonly ExpressionInput[];
  events: Iterable<readonly unknown[]>;
  /** The number of each event. @default 1 */
  times?: ArrayLike<number> | undefined;
}

interface InputViews {
  /** Lets the views show events. @param see called now and then while SQLite reads; may throw */
  show(shown: Shown, see: () => void): void;
  /** A session property of the event that SQLite reads. */
  ofSession(id: string, source: SessionSource): SessionCell;
}

/** The cells of an event's view. */
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
 * Views of events, by the tables' names, with the persons and groups of the event that SQLite reads. JSON holds only
 * members that the expression reads.
 */
export function createInputViews(db: Reader, count: Count): InputViews {
  let cells: Cells = {};
  let filled: Iterable<void> = [];
  db.function("hog_cell", { deterministic: false, varargs: true }, (name: unknown) => cells[String(name)] ?? null);
  // An index would keep the first event's person for all.
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
        // SQLite asks for a row when it has read the one before.
        const row: (string | number | null)[] = OF_EVENTS.map(() => null);
        for (const _ of filled) {
          for (const [place, name] of OF_EVENTS.entries()) row[place] = cells[name] as string | number | null;
          yield row;
        }
      },
    });
  }
  // A column has each event's cohorts; a subquery would be evaluated once for all.
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

/** Fills the cells with one event after the other; yields nothing else. */
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

/** A member of a cell's JSON. */
interface Member {
  /** JSON of its key, and a colon. */
  start: string;
  /** Place of its value among the inputs. */
  place: number;
}

/** Compiles how cells are filled, since a question does it for each combination of values. */
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
  // The person's row is found by id.
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

/** The columns of a view in the table's order; unknown ones are NULL. */
function columns(table: string, known: Record<string, string>): string {
  return Object.keys(TABLES[table]?.columns ?? {})
    .map((name) => `${known[name] ?? "NULL"} AS "${name}"`)
    .join(", ");
}
