import * as v from "valibot";

// Shapes of single values in answers. These schemas describe what the library gives; nothing is parsed by them.

/** ISO 8601 with `Z`. */
export const Instant = v.pipe(v.string(), v.isoTimestamp());

export const Uuid = v.pipe(v.string(), v.uuid());

export const Id = v.pipe(v.number(), v.integer());

export const Count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** JSON objects whose keys the project decides. */
export const Properties = v.record(v.string(), v.unknown());

export const Link = v.nullable(v.string());
