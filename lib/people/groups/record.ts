import * as v from "valibot";
import { Instant, Properties } from "../../base/answer-scalars.ts";
import { toIso } from "../../base/clock.ts";
import { parseStored, requireGroup } from "../../storage/index.ts";
import type { groups } from "../../storage/tables/index.ts";
import { TypeIndex } from "./type-index.ts";

/** A group as clients see it. */
export const Group = v.pipe(
  v.object({
    /** 0 to 4. */
    group_type_index: TypeIndex,
    group_key: v.string(),
    group_properties: Properties,
    /** ISO text. */
    created_at: Instant,
  }),
  v.examples([
    {
      group_type_index: 0,
      group_key: "org:5",
      group_properties: { name: "Acme" },
      created_at: "2024-03-01T08:00:00Z",
    },
  ]),
);
export interface GroupRecord extends v.InferOutput<typeof Group> {}

export type GroupRow = typeof groups.$inferSelect;

/** Converts a row for clients. @throws corrupt when it is damaged */
export function toGroupRecord(row: GroupRow): GroupRecord {
  requireGroup(row);
  return {
    group_type_index: row.groupTypeIndex,
    group_key: row.groupKey,
    group_properties: parseStored<Record<string, unknown>>("group", null, row.properties),
    created_at: toIso(row.createdAt),
  };
}
