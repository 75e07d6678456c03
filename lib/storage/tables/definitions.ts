import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Remarks on names of events and properties; a name without a remark has no row. */
export const definitionNotes = sqliteTable(
  "definition_notes",
  {
    projectId: integer("project_id").notNull(),
    /** `event`, `event_property`, `person_property`, or `group_property_N`. */
    kind: text().notNull(),
    name: text().notNull(),
    description: text().notNull().default(""),
    /** JSON list of texts. */
    tags: text().notNull().default("[]"),
    /** Epoch ms; null = not verified. */
    verifiedAt: integer("verified_at"),
    verifiedBy: text("verified_by"),
    hidden: integer().notNull().default(0),
    /** The type of a property; null = the type that its values have. */
    propertyType: text("property_type"),
    updatedAt: integer("updated_at").notNull(),
    /** Label of a personal key; null = the program that holds the handle. */
    updatedBy: text("updated_by"),
    /** Epoch ms: somebody defined the event before one came; null = its events define it. */
    createdAt: integer("created_at"),
    /** The definition was deleted when this number of events had its name: more events bring it back. Null = it was not. */
    deletedCount: integer("deleted_count"),
  },
  (table) => [primaryKey({ columns: [table.projectId, table.kind, table.name] })],
);
