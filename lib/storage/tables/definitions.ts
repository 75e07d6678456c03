import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** A name without a remark has no row. */
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
    /** Null = the type that its values have. */
    propertyType: text("property_type"),
    updatedAt: integer("updated_at").notNull(),
    /** Label of a personal key; null = the program that holds the handle. */
    updatedBy: text("updated_by"),
    /** Epoch ms: defined before any event; null = by its events. */
    createdAt: integer("created_at"),
    /** Events of the name at its deletion: more events bring the definition back. Null = not deleted. */
    deletedCount: integer("deleted_count"),
  },
  (table) => [primaryKey({ columns: [table.projectId, table.kind, table.name] })],
);
