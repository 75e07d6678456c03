import * as v from "valibot";
import type { PropertyKey, PropertyKeysPlan } from "./catalogue-plan.ts";
import type { Context } from "../context.ts";
import { definitionUuid } from "../../base/ids.ts";
import type { Json, Properties } from "../../events/filters/index.ts";
import type { Page } from "../../base/page.ts";
import type { Project } from "../../admin/projects/index.ts";
import { isCoreProperty, isNeverListed } from "./core-properties.ts";
import { DefinitionNote, readNotes, toNote } from "./definition-notes.ts";
import { compileNameSearch } from "./name-search.ts";
import { requireFitting, TYPES } from "./property-query.ts";
import type { PropertyDefinitionQuery } from "./property-query.ts";
import { PropertyType, toPropertyType } from "./property-type.ts";
import { parseStored, sound } from "../../storage/index.ts";

/** The name of a property that is in use, with the remark on it if there is one. */
export const PropertyDefinition = v.pipe(
  v.object({
    /** A UUID that follows from the name and type. */
    id: v.string(),
    name: v.string(),
    type: v.picklist(TYPES),
    /** Guessed from some of its values; null = there are no values, or they were not looked at. */
    property_type: v.nullable(PropertyType),
    /** Is `property_type` Numeric: can it be added up? */
    is_numerical: v.boolean(),
    /** Whether events of the names in `event_names` have it; null = no names were given. */
    is_seen_on_filtered_events: v.nullable(v.boolean()),
    ...v.partial(DefinitionNote).entries,
  }),
  v.examples([
    {
      id: "0190163d-8694-739b-aea5-966c26f8ad92",
      name: "amount",
      type: "event",
      property_type: "Numeric",
      is_numerical: true,
      is_seen_on_filtered_events: null,
    },
  ]),
);
export interface PropertyDefinition extends v.InferOutput<typeof PropertyDefinition> {}

/** Values that a type is guessed from. */
const SAMPLED_VALUES = 20;

/** Persons, or groups, that are read: 30 ms. */
const SAMPLED = 5000;

/**
 * Sorted: properties of the events in `event_names`, then verified ones, then by name, those of SDKs (`$…`) last.
 * @throws invalid naming a parameter that another type has
 */
export async function listPropertyDefinitions(
  ctx: Pick<Context, "db" | "engine">,
  project: Project,
  query: PropertyDefinitionQuery,
): Promise<Page<PropertyDefinition>> {
  requireFitting(query);
  const found = await readDefinitions(ctx, project, query);
  const rows = found.filter(compileSelection(query)).toSorted(inOrder);
  const { limit, offset } = query;
  return { count: rows.length, results: rows.slice(offset, offset + limit) };
}

async function readDefinitions(
  ctx: Pick<Context, "db" | "engine">,
  project: Project,
  query: PropertyDefinitionQuery,
): Promise<PropertyDefinition[]> {
  const seen = await readSeen(ctx, project.id, query);
  const noun = propertyNoun(query);
  const notes = readNotes(ctx, project.id, noun);
  return (await readKeys(ctx, project.id, query)).map(({ key, values }): PropertyDefinition => {
    const note = notes.get(key);
    const propertyType = (note?.propertyType as PropertyType | null | undefined) ?? toPropertyType(values);
    const own = {
      id: definitionUuid(project.id, noun, key),
      name: key,
      type: query.type,
      property_type: propertyType,
      is_numerical: propertyType === "Numeric",
      is_seen_on_filtered_events: seen === null ? null : seen.has(key),
    };
    return note === undefined ? own : Object.assign(own, toNote(note));
  });
}

/** The properties of the events in `event_names`; null = none are named. */
async function readSeen(
  { engine }: Pick<Context, "engine">,
  projectId: number,
  { event_names: names }: PropertyDefinitionQuery,
): Promise<Set<string> | null> {
  if (names === undefined) return null;
  const seen = new Set<string>();
  for (const event of new Set(names)) {
    const keys = await engine.ask<PropertyKeysPlan>({ kind: "property-keys", projectId, event, valueLimit: 1 });
    for (const { key } of keys) seen.add(key);
  }
  return seen;
}

function compileSelection(query: PropertyDefinitionQuery): (row: PropertyDefinition) => boolean {
  const { type, is_numerical: isNumerical, is_feature_flag: isOfFlag } = query;
  const isSought = compileNameSearch(query.search, { isPerson: type === "person" });
  const names = query.properties ? new Set(query.properties.split(",").map((name) => name.trim())) : null;
  const excluded = new Set(query.excluded_properties);
  return ({ name, is_numerical: isNumber, is_seen_on_filtered_events: isSeen, hidden }) => {
    if (type === "event" && isNeverListed(name)) return false;
    if (!isSought(name) || names?.has(name) === false || excluded.has(name)) return false;
    if (query.filter_by_event_names === true && isSeen === false) return false;
    if (isNumerical === true && (!isNumber || name === "timestamp" || name === "distinct_id")) return false;
    if (isOfFlag !== undefined && name.startsWith("$feature/") !== isOfFlag) return false;
    if (query.exclude_core_properties === true && type === "event" && isCoreProperty(name)) return false;
    return !(query.exclude_hidden === true && hidden === true);
  };
}

function inOrder(a: PropertyDefinition, b: PropertyDefinition): number {
  return (
    Number(b.is_seen_on_filtered_events) - Number(a.is_seen_on_filtered_events) ||
    Number(b.verified ?? false) - Number(a.verified ?? false) ||
    Number(a.name.startsWith("$")) - Number(b.name.startsWith("$")) ||
    (a.name < b.name ? -1 : 1)
  );
}

/** A noun for the type, since two types may have properties of one name. */
export function propertyNoun({
  type,
  group_type_index: index,
}: Pick<PropertyDefinitionQuery, "type" | "group_type_index">): string {
  return `property of ${type} ${index ?? ""}`;
}

async function readKeys(
  { db, engine }: Pick<Context, "db" | "engine">,
  projectId: number,
  { type, event_name: event, group_type_index: index }: PropertyDefinitionQuery,
): Promise<PropertyKey[]> {
  if (type === "event")
    return engine.ask<PropertyKeysPlan>({
      kind: "property-keys",
      projectId,
      event: event || null,
      valueLimit: SAMPLED_VALUES,
    });
  if (type === "session") return [{ key: "$session_duration", values: [0] }];
  if (type === "person") {
    // Index persons_by_created_at.
    const rows = db
      .sql(
        `SELECT id, ${sound("persons", "p", "properties")} FROM persons p WHERE project_id = ?
         ORDER BY created_at DESC, id DESC LIMIT ?`,
      )
      .raw(true)
      .iterate(projectId, SAMPLED);
    return toKeys("person", rows as Iterable<[number, string]>);
  }
  const rows = db
    .sql(
      `SELECT NULL, ${sound("groups", "g", "properties")} FROM groups g WHERE project_id = ? AND group_type_index = ?
       ORDER BY id DESC LIMIT ?`,
    )
    .raw(true)
    .iterate(projectId, index ?? 0, SAMPLED);
  return toKeys("group", rows as Iterable<[null, string]>);
}

/** @param rows ids, and properties as JSON */
function toKeys(noun: "person" | "group", rows: Iterable<[number | null, string]>): PropertyKey[] {
  const found = new Map<string, Json[]>();
  for (const [id, text] of rows) {
    for (const [key, value] of Object.entries(parseStored<Properties>(noun, id, text))) {
      const values = found.get(key) ?? [];
      found.set(key, values);
      if (value !== null && values.length < SAMPLED_VALUES) values.push(value);
    }
  }
  return [...found].map(([key, values]) => ({ key, values }));
}
