import type { EventDefinition, GroupTypeRecord, Page, PropertyDefinition } from "../../lib/index.ts";
import type { Api } from "../api.ts";
import { eventFault } from "../ask/names.ts";
import type { SchemaFlags } from "./flags.ts";
import type { Cell, Column } from "../draw/table.ts";
import { counted, toCount } from "../draw/words.ts";
import { chooseOutput } from "../output.ts";
import { showList } from "./show-rows.ts";

/** Names that are read, more than an app has. */
const MOST_NAMES = 1000;
/** Properties whose values are looked up: each is a question of its own. */
const MOST_EXAMPLES = 60;
/** Values that are shown of each property. */
const EXAMPLES = 3;

/** A property, with the values that it has most. */
interface Described {
  of: string;
  name: string;
  type: string | null;
  examples: string[];
}

/** Shows the names that questions may use. @throws Error for a name that no event has */
export async function showSchema(api: Api, event: string | undefined, flags: SchemaFlags): Promise<void> {
  const { search = "", json, all } = flags;
  const output = chooseOutput({ ...flags, ...(json && { format: flags.format ?? "json" }) });
  const known = (await api.get<Page<EventDefinition>>("/event_definitions/", { limit: MOST_NAMES })).results;
  if (event !== undefined) {
    const [fault] = eventFault(event, known);
    if (fault !== undefined) throw new Error(fault);
  }
  const events = known.filter(({ name }) => (event === undefined ? contains(name, search) : name === event));
  const names = await readProperties(api, event);
  const wanted = names.filter(({ name }) => contains(name, search) && (all === true || !name.startsWith("$")));
  const described = await Promise.all(wanted.map((one, at) => describe(api, event, one, at < MOST_EXAMPLES)));
  const hidden = names.filter(({ name }) => contains(name, search)).length - wanted.length;
  const most = Math.max(0, ...events.map(({ count }) => count));
  // Few projects have remarks.
  const hasRemarks = events.some(({ description }) => Boolean(description));
  const columns = hasRemarks ? EVENT_COLUMNS : EVENT_COLUMNS.slice(0, -1);
  const total = events.reduce((sum, { count }) => sum + count, 0);
  await showList(
    {
      head: [
        known.length === 0
          ? "The project has no event. hoglet projects lists all projects."
          : `${counted(total, "event")} of ${counted(events.length, "name")}, ${toCount(described.length)} ${described.length === 1 ? "property" : "properties"}`,
      ],
      parts: [
        ...(events.length === 0
          ? []
          : [
              {
                heading: "Events",
                table: { columns, rows: events.map((one) => toEventRow(one, most)) },
              },
            ]),
        ...[...new Set(described.map(({ of }) => of))].map((of) => ({
          heading: toHeading(of, event),
          table: { columns: PROPERTY_COLUMNS, rows: described.filter((one) => one.of === of).map(toPropertyRow) },
        })),
      ],
      foot: hidden > 0 ? [`${hidden} properties of SDKs ($…) are not shown: --all.`] : [],
      records: [
        ...events.map(({ name, count, last_seen_at: last }) => ({ kind: "event", name, count, last_seen_at: last })),
        ...described.map(({ of, name, type, examples }) => ({ kind: "property", of, name, type, examples })),
      ],
      whole: {
        events: events.map(({ name, count, last_seen_at: last }) => ({ name, count, last_seen_at: last })),
        properties: described,
      },
    },
    output,
  );
}

/** Says how `--where` and `--breakdown` name the properties. */
function toHeading(of: string, event: string | undefined): string {
  if (of === "event") return event === undefined ? "Properties of events" : `Properties of '${event}'`;
  return `Properties of ${of === "person" ? "persons" : `groups of type ${of.slice("group.".length)}`}: ${of}.…`;
}

function contains(name: string, search: string): boolean {
  return name.toLowerCase().includes(search.toLowerCase());
}

interface Named extends Pick<PropertyDefinition, "name" | "property_type"> {
  /** The owner of the properties: `event`, `person`, `group.company`. */
  of: string;
}

/** The properties of events, and unless one event is meant, of persons and of each type of groups. */
async function readProperties(api: Api, event: string | undefined): Promise<Named[]> {
  const read = async (of: string, query: Readonly<Record<string, unknown>>): Promise<Named[]> => {
    const { results } = await api.get<Page<PropertyDefinition>>("/property_definitions/", {
      ...query,
      limit: MOST_NAMES,
    });
    return results.map(({ name, property_type: type }) => ({ of, name, property_type: type }));
  };
  const ofEvents = await read("event", { type: "event", event_name: event });
  if (event !== undefined) return ofEvents;
  const types = await api.get<GroupTypeRecord[]>("/groups_types/");
  const others = await Promise.all([
    read("person", { type: "person" }),
    ...types.map(({ group_type: name, group_type_index: index }) =>
      read(`group.${name}`, { type: "group", group_type_index: index }),
    ),
  ]);
  return [ofEvents, ...others].flat();
}

async function describe(
  api: Api,
  event: string | undefined,
  { of, name, property_type: type }: Named,
  isLookedUp: boolean,
): Promise<Described> {
  const path = of === "event" ? "/events/values/" : of === "person" ? "/persons/values/" : null;
  if (path === null || !isLookedUp) return { of, name, type, examples: [] };
  const values = await api.get<{ name: unknown }[]>(path, { key: name, ...(of === "event" && { event_name: event }) });
  return { of, name, type, examples: values.slice(0, EXAMPLES).map((value) => String(value.name)) };
}

const EVENT_COLUMNS: Column[] = [
  { name: "name", mustStay: true },
  { name: "count", isNumber: true, mustStay: true },
  { name: "" },
  { name: "last", mustStay: true },
  { name: "remark" },
];

function toEventRow({ name, count, last_seen_at: last, description }: EventDefinition, most: number): Cell[] {
  return [
    { text: name, tone: "main" },
    toCount(count),
    { bar: most === 0 ? 0 : count / most },
    { text: last === null ? "never" : last.slice(0, 16).replace("T", " "), tone: "faint" },
    description ?? "",
  ];
}

const PROPERTY_COLUMNS: Column[] = [
  { name: "name", mustStay: true },
  { name: "type", mustStay: true },
  { name: "examples", mustStay: true },
];

function toPropertyRow({ name, type, examples }: Described): Cell[] {
  return [{ text: name, tone: "main" }, { text: type?.toLowerCase() ?? "", tone: "faint" }, examples.join(", ")];
}
