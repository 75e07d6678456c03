import * as v from "valibot";
import type { FlagRecord, Page, PropertyDefinition } from "../../../lib/index.ts";
import { nearNames } from "../../explain/index.ts";
import { eventNames, nothingCame, quoted } from "../names.ts";
import { defineTool, field } from "../tool.ts";
import type { Answer, Call } from "../tool.ts";
import { ToolFault } from "../tool-fault.ts";

const KINDS = [
  "events",
  "event_properties",
  "event_property_values",
  "entity_properties",
  "entity_property_values",
  "feature_flags",
] as const;

/** Names listed in one answer. */
const MOST_NAMES = 200;

interface Input {
  event_name?: string;
  property_name?: string;
  entity?: string;
  search?: string;
}

export const readDataSchema = defineTool({
  name: "read-data-schema",
  title: "Events, properties, values",
  description:
    "Lists event names with counts, properties (of an event_name, or of the entity person or group/0), and values of a property_name.",
  effect: "reads",
  input: {
    kind: v.optional(v.picklist(KINDS), "events"),
    event_name: v.exactOptional(field.text()),
    property_name: v.exactOptional(field.text()),
    entity: v.exactOptional(field.text()),
    search: v.exactOptional(field.text()),
  },
  run: (call, { kind, ...input }) => READERS[kind](call, input),
});

const READERS: Record<(typeof KINDS)[number], (call: Call, input: Input) => Promise<Answer>> = {
  async events(call, { search = "" }) {
    const known = await eventNames(call);
    const found = known.filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()));
    const results = found.slice(0, MOST_NAMES).map(({ name, count, last_seen_at, description }) => {
      const plain = { name, count, last_seen_at };
      return description ? Object.assign(plain, { description }) : plain;
    });
    if (results.length > 0) return { summary: `${found.length} event names, most frequent first.`, results };
    if (known.length > 0) return none(`No event name contains ${JSON.stringify(search)}.`, ["leave out search"]);
    return none(await nothingCame(call), ["event-diagnose says why", "event-wait waits for the first"]);
  },
  async event_properties(call, { event_name: event, search }) {
    const fault = await unknownEvent(call, event);
    if (fault !== null) return fault;
    const { results } = await call.api.get<Page<PropertyDefinition>>("/property_definitions/", {
      type: "event",
      event_name: event,
      search,
      limit: MOST_NAMES,
    });
    return listed(results, `properties of ${event === undefined ? "events" : JSON.stringify(event)}`);
  },
  async event_property_values(call, { event_name: event, property_name: key, search }) {
    const fault = await unknownEvent(call, event);
    if (fault !== null) return fault;
    const values = await call.api.get<{ name: unknown; count?: number }[]>("/events/values/", {
      key: needed(key, "property_name"),
      event_name: event,
      value: search,
    });
    return valued(values, key);
  },
  async entity_properties(call, { entity = "person", search }) {
    const { results } = await call.api.get<Page<PropertyDefinition>>("/property_definitions/", {
      ...toEntity(entity),
      search,
      limit: MOST_NAMES,
    });
    return listed(results, `properties of ${entity}`);
  },
  async entity_property_values(call, { entity = "person", property_name: key, search }) {
    if (entity !== "person") throw new ToolFault(`entity: the values of ${entity} are asked by execute-sql.`);
    const query = { key: needed(key, "property_name"), value: search };
    return valued(await call.api.get<{ name: unknown; count?: number }[]>("/persons/values/", query), key);
  },
  async feature_flags(call, { search }) {
    const { count, results } = await call.api.get<Page<FlagRecord>>("/feature_flags/", { search, limit: 100 });
    if (count === 0) return none("There is no feature flag.", ["create-feature-flag makes one"]);
    const shown = results.map(({ id, key, name, active, filters }) => ({ id, key, name, active, filters }));
    return { summary: `${count} feature flags.`, results: shown };
  },
};

function none(summary: string, steps: string[]): Answer {
  return { summary, results: [], try_next: steps };
}

function needed(value: string | undefined, name: string): string {
  if (value === undefined) throw new ToolFault(`${name}: is missing.`);
  return value;
}

function toEntity(entity: string): Record<string, unknown> {
  if (entity === "person") return { type: entity };
  const index = /^group\/([0-4])$/.exec(entity)?.[1];
  if (index === undefined) throw new ToolFault(`entity: expected person or group/0 to group/4 but received ${entity}.`);
  return { type: "group", group_type_index: index };
}

async function unknownEvent(call: Call, event: string | undefined): Promise<Answer | null> {
  if (event === undefined) return null;
  const names = (await eventNames(call)).map(({ name }) => name);
  if (names.includes(event)) return null;
  const near = nearNames(event, names);
  const meant = near.length > 0 ? ` Near names: ${quoted(near)}.` : "";
  return none(`No event is called ${JSON.stringify(event)}.${meant}`, [
    "read-data-schema with kind events lists the names",
  ]);
}

function listed(results: readonly PropertyDefinition[], what: string): Answer {
  if (results.length === 0) return none(`No ${what} came.`, ["leave out search, or name another event_name or entity"]);
  const shown = results.map(({ name, property_type }) => ({ name, type: property_type }));
  return { summary: `${results.length} ${what}.`, results: shown };
}

function valued(values: readonly { name: unknown; count?: number }[], key: string | undefined): Answer {
  if (values.length > 0) return { summary: `The ${values.length} most frequent values of ${key}.`, results: values };
  return none(`No value of ${key} came.`, ["read-data-schema with kind event_properties lists the names"]);
}
