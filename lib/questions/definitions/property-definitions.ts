import type { PropertyKey, PropertyKeysPlan } from "./catalogue-plan.ts";
import * as v from "valibot";
import type { Context } from "../context.ts";
import { invalid } from "../../base/errors.ts";
import { definitionUuid } from "../../base/ids.ts";
import type { Json, Properties } from "../../events/filters/index.ts";
import { pageEntries } from "../../base/page.ts";
import type { Page } from "../../base/page.ts";
import type { Project } from "../../admin/projects/index.ts";
import { readNotes, toNote } from "./definition-notes.ts";
import type { DefinitionNote } from "./definition-notes.ts";
import { toPropertyType } from "./property-type.ts";
import type { PropertyType } from "./property-type.ts";
import { parseStored, sound } from "../../storage/index.ts";

const TYPES = ["event", "person", "group"] as const;

const INDEX_MESSAGE = "Expected an index from 0 to 4.";

/** Whose properties to name. */
export const PropertyDefinitionQuery = v.object({
  ...pageEntries,
  type: v.optional(v.picklist(TYPES, `Expected ${TYPES.join(", ")}.`), "event"),
  /** Which type of group, 0 to 4; for groups. */
  group_type_index: v.exactOptional(
    v.pipe(
      v.union([v.number(), v.pipe(v.string(), v.regex(/^\d$/, INDEX_MESSAGE), v.transform(Number))], INDEX_MESSAGE),
      v.picklist([0, 1, 2, 3, 4], INDEX_MESSAGE),
    ),
  ),
  /** Properties of events of this name alone; empty = absent. */
  event_name: v.optional(v.string(), ""),
  /** Part of the name, in any letter case; empty = absent. */
  search: v.optional(v.string(), ""),
});
export type PropertyDefinitionQuery = v.InferOutput<typeof PropertyDefinitionQuery>;
export type PropertyDefinitionInput = v.InferInput<typeof PropertyDefinitionQuery>;

/** The name of a property that is in use. */
export interface PropertyDefinition extends Partial<
  Omit<DefinitionNote, "updated_at"> & { updated_at: string | null }
> {
  /** A UUID that the name and whose property it is decide. */
  id: string;
  name: string;
  type: (typeof TYPES)[number];
  /** As some of its values suggest; null = there are none but nulls, or they were not looked at. */
  property_type: PropertyType | null;
  /** Is `property_type` Numeric: can it be added up? */
  is_numerical: boolean;
}

/** Values that a guess of the type is made from. */
const SAMPLED_VALUES = 20;

/** Persons, or groups, that are looked at: 30 ms. */
const SAMPLED = 5000;

/**
 * The names of properties, by name, those of the SDKs (`$…`) last.
 * @throws invalid when groups are asked for without `group_type_index`, or persons or groups by `event_name`
 */
export async function listPropertyDefinitions(
  ctx: Pick<Context, "db" | "engine">,
  project: Project,
  query: PropertyDefinitionQuery,
): Promise<Page<PropertyDefinition>> {
  const { type, search, limit, offset } = query;
  const wanted = search.toLowerCase();
  const found = (await readKeys(ctx, project.id, query)).filter(({ key }) => key.toLowerCase().includes(wanted));
  const page = found.toSorted(ownFirst).slice(offset, offset + limit);
  const noun = propertyNoun(query);
  const notes = readNotes(ctx, project.id, noun);
  const results = page.map(({ key, values }): PropertyDefinition => {
    const note = notes.get(key);
    const propertyType = (note?.propertyType as PropertyType | null | undefined) ?? toPropertyType(values);
    const id = definitionUuid(project.id, noun, key);
    const own = { id, name: key, type, property_type: propertyType, is_numerical: propertyType === "Numeric" };
    return note === undefined ? own : Object.assign(own, toNote(note));
  });
  return { count: found.length, results };
}

/** The noun that tells a property from those of the same name of others. */
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
  if (event !== "")
    throw invalid("event_name", `Only properties of events can be asked for by event, not of a ${type}.`);
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
  if (index === undefined) throw invalid("group_type_index", "This field is required.", "required");
  const rows = db
    .sql(
      `SELECT NULL, ${sound("groups", "g", "properties")} FROM groups g WHERE project_id = ? AND group_type_index = ?
       ORDER BY id DESC LIMIT ?`,
    )
    .raw(true)
    .iterate(projectId, index, SAMPLED);
  return toKeys("group", rows as Iterable<[null, string]>);
}

/** @param rows ids, and JSON texts of properties */
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

function ownFirst(a: PropertyKey, b: PropertyKey): number {
  return Number(a.key.startsWith("$")) - Number(b.key.startsWith("$")) || (a.key < b.key ? -1 : 1);
}
