import { propertyText } from "../../lib/engine.ts";
import type { EventEntry, FeedEntry, Properties, StateEntry } from "../../lib/engine.ts";
import type { Row } from "./connection.ts";

/** Rows of a shipment for one table. */
export interface TableRows {
  table: string;
  columns: readonly string[];
  rows: Row[];
}

/** Rows to insert, and events to delete. */
export interface Encoded {
  tables: TableRows[];
  /** `seq` of deleted events, by project. */
  gone: Map<number, number[]>;
}

const EVENT_COLUMNS = [
  "project_id",
  "seq",
  "uuid",
  "event",
  "ord",
  "ms",
  "received",
  "properties",
  "elements",
  "text",
  "bare",
];

const STATE: Record<StateEntry["kind"], { table: string; columns: readonly string[]; own(entry: StateEntry): Row }> = {
  "distinct-id": {
    table: "distinct_ids",
    columns: ["id", "distinct_id", "person_id", "is_personless"],
    own: (entry) => {
      const { id, now } = entry as Extract<StateEntry, { kind: "distinct-id" }>;
      return [id, now?.distinctId ?? "", now?.personId ?? 0, now?.isPersonless === true ? 1 : 0];
    },
  },
  person: {
    table: "persons",
    columns: ["id", "uuid", "properties", "text", "bare", "is_identified", "created"],
    own: (entry) => {
      const { id, now } = entry as Extract<StateEntry, { kind: "person" }>;
      const properties = now?.properties ?? "{}";
      return [
        id,
        now?.uuid ?? "",
        properties,
        ...toTexts(properties),
        now?.isIdentified === true ? 1 : 0,
        now?.createdMs ?? 0,
      ];
    },
  },
  group: {
    table: "groups",
    columns: ["id", "idx", "key", "properties", "text", "bare", "created"],
    own: (entry) => {
      const { id, now } = entry as Extract<StateEntry, { kind: "group" }>;
      const properties = now?.properties ?? "{}";
      return [id, now?.groupTypeIndex ?? 0, now?.key ?? "", properties, ...toTexts(properties), now?.createdMs ?? 0];
    },
  },
  member: {
    table: "members",
    columns: ["cohort_id", "person_id"],
    own: (entry) => {
      const { cohortId, personId } = entry as Extract<StateEntry, { kind: "member" }>;
      return [cohortId, personId];
    },
  },
};

/** Rows in the order in which tables are written: events, then the rows that they name. */
export function encode(entries: readonly FeedEntry[]): Encoded {
  const tables = new Map<string, TableRows>();
  const rowsOf = (table: string, columns: readonly string[]): Row[] => {
    const known = tables.get(table) ?? { table, columns, rows: [] };
    tables.set(table, known);
    return known.rows;
  };
  const gone = new Map<number, number[]>();
  for (const entry of entries) {
    if (entry.kind === "event") rowsOf("events", EVENT_COLUMNS).push(toEventRow(entry));
    else if (entry.kind === "gone-event") gone.set(entry.projectId, [...(gone.get(entry.projectId) ?? []), entry.seq]);
    else {
      const { table, columns, own } = STATE[entry.kind];
      const rows = rowsOf(table, ["project_id", ...columns, "version", "is_deleted"]);
      rows.push([entry.projectId, ...own(entry), entry.at, isGone(entry) ? 1 : 0]);
    }
  }
  return { tables: [...tables.values()], gone };
}

function isGone(entry: StateEntry): boolean {
  return entry.kind === "member" ? !entry.isMember : entry.now === null;
}

function toEventRow({
  projectId,
  seq,
  uuid,
  event,
  distinctId,
  timestampMs,
  receivedMs,
  properties,
  elements,
}: EventEntry): Row {
  return [
    projectId,
    seq,
    uuid,
    event,
    distinctId,
    timestampMs,
    receivedMs,
    properties,
    elements,
    ...toTexts(properties),
  ];
}

/** The text of each property as filters compare it, and the keys whose JSON is not a string. */
function toTexts(json: string): [Record<string, string>, string[]] {
  // Without a prototype: "__proto__" is an ordinary key.
  const text: Record<string, string> = Object.create(null) as Record<string, string>;
  const bare: string[] = [];
  for (const [key, value] of Object.entries(JSON.parse(json) as Properties)) {
    if (typeof value !== "string") bare.push(key);
    // Null has no text; its key is known all the same.
    if (value !== null) text[key] = propertyText(value);
  }
  return [text, bare];
}
