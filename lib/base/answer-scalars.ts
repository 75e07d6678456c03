import * as v from "valibot";

// Schemas of single values in answers. They describe replies; nothing is parsed with them.

/** ISO 8601 with `Z`. */
export const Instant = v.pipe(v.string(), v.isoTimestamp());

export const Uuid = v.pipe(v.string(), v.uuid());

export const Id = v.pipe(v.number(), v.integer());

export const Count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** JSON objects whose keys the project chooses. */
export const Properties = v.record(v.string(), v.unknown());

export const Link = v.nullable(v.string());
