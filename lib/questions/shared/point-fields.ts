import * as v from "valibot";
import { idleEntries } from "./node-fields.ts";

/** A place in a list, from 0. */
export const PlaceField = v.nullish(v.pipe(v.number(), v.integer(), v.minValue(0)));

/** Fields that name a number of an insight in a node (reference/query.md 4.5). */
export const pointFields = {
  /** The bucket: a date or an instant; where answers count intervals, their number. */
  day: v.nullish(v.union([v.string(), v.number()])),
  /** The place of the series. @default 0 */
  series: PlaceField,
  /** @default "current" */
  compare: v.nullish(v.picklist(["current", "previous"])),
  /** Recordings are not stored. */
  includeRecordings: v.nullish(v.boolean()),
  ...idleEntries,
};
