import { elementsChainText } from "../../lib/index.ts";
import type { Hoglet, LeftRow } from "../../lib/index.ts";

/** A row of a table: its columns as PostHog's own exports name them, so that both directions fit. */
export type Row = Record<string, unknown>;

/** The rows of an export, page by page. */
export interface Table {
  /** Columns in their order; those below `properties.` come on top in CSV. */
  columns: Column[];
  pages(): AsyncGenerator<Row[]>;
}

/** A column of Parquet. */
export interface Column {
  name: string;
  type: "STRING" | "JSON" | "TIMESTAMP" | "INT64" | "DOUBLE" | "BOOLEAN";
}

/** The options of a table of events or persons. */
export interface TableOptions {
  /** Epoch ms; null = from the first on. */
  sinceMs: number | null;
  skipBad: boolean;
  onLeft(left: LeftRow): void;
}

/** Rows of one page: the handle looks up this many distinct ids at once. */
const PAGE = 200;

const EVENT_COLUMNS: Column[] = [
  { name: "uuid", type: "STRING" },
  { name: "event", type: "STRING" },
  { name: "distinct_id", type: "STRING" },
  { name: "person_id", type: "STRING" },
  { name: "timestamp", type: "TIMESTAMP" },
  { name: "properties", type: "JSON" },
  { name: "person_properties", type: "JSON" },
  { name: "elements_chain", type: "STRING" },
];

interface EventLine {
  uuid: string;
  event: string;
  distinct_id: string;
  timestamp: string;
  properties: Row;
  elements: Parameters<typeof elementsChainText>[0];
}

/** Events in the order of their arrival, each with its person as the person is now. */
export function eventTable(hoglet: Hoglet, options: TableOptions): Table {
  return {
    columns: EVENT_COLUMNS,
    async *pages() {
      for await (const lines of pagesOf<EventLine>(hoglet, "event", options)) {
        const ids = [...new Set(lines.map(({ distinct_id: id }) => id))];
        const { results: persons } = await hoglet.persons.batchByDistinctIds({ distinct_ids: ids });
        yield lines.map((line) =>
          toEventRow(line, Object.hasOwn(persons, line.distinct_id) ? persons[line.distinct_id] : undefined),
        );
      }
    },
  };
}

function toEventRow(line: EventLine, person: { uuid: string; properties: object } | undefined): Row {
  const { uuid, event, distinct_id, timestamp, properties, elements } = line;
  return {
    uuid,
    event,
    distinct_id,
    person_id: person?.uuid ?? null,
    timestamp: new Date(timestamp),
    properties,
    person_properties: person?.properties ?? null,
    elements_chain: elements.length === 0 ? "" : elementsChainText(elements),
  };
}

const PERSON_COLUMNS: Column[] = [
  { name: "id", type: "INT64" },
  { name: "uuid", type: "STRING" },
  { name: "distinct_ids", type: "JSON" },
  { name: "properties", type: "JSON" },
  { name: "created_at", type: "TIMESTAMP" },
  { name: "is_identified", type: "BOOLEAN" },
];

interface PersonLine {
  distinct_ids: string[];
  properties: Row;
  created_at: string;
  is_identified: boolean;
}

/** Persons, a row each; with `sinceMs` those created since. Their `uuid` is the `person_id` of the table of events. */
export function personTable(hoglet: Hoglet, options: TableOptions): Table {
  return {
    columns: PERSON_COLUMNS,
    async *pages() {
      for await (const lines of pagesOf<PersonLine>(hoglet, "person", options)) {
        const { results } = await hoglet.persons.batchByDistinctIds({ distinct_ids: lines.map(firstId) });
        yield lines.map((line) => {
          const { distinct_ids, properties, created_at, is_identified } = line;
          // A person that is merged or deleted meanwhile has none.
          const { id = null, uuid = null } = results[firstId(line)] ?? {};
          return { id, uuid, distinct_ids, properties, created_at: new Date(created_at), is_identified };
        });
      }
    },
  };
}

function firstId({ distinct_ids: [id = ""] }: PersonLine): string {
  return id;
}

/** Lines of one kind that are not older than the options want. */
export async function* linesOf(
  hoglet: Hoglet,
  kind: "event" | "person",
  { sinceMs, skipBad, onLeft }: TableOptions,
): AsyncGenerator<string> {
  const key = kind === "event" ? "timestamp" : "created_at";
  for await (const line of hoglet.export({ kinds: [kind], skipBad, onLeft })) {
    if (sinceMs === null || Date.parse((JSON.parse(line) as Record<string, string>)[key] ?? "") >= sinceMs) yield line;
  }
}

async function* pagesOf<Line>(hoglet: Hoglet, kind: "event" | "person", options: TableOptions): AsyncGenerator<Line[]> {
  let page: Line[] = [];
  for await (const text of linesOf(hoglet, kind, options)) {
    const { kind: _, ...line } = JSON.parse(text) as Row;
    page.push(line as Line);
    if (page.length < PAGE) continue;
    yield page;
    page = [];
  }
  if (page.length > 0) yield page;
}
