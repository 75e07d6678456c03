import * as v from "valibot";

// Schemas of single values in answers, for descriptions: they parse nothing.

/** ISO 8601 with `Z`. */
export const Instant = v.pipe(v.string(), v.isoTimestamp());

export const Uuid = v.pipe(v.string(), v.uuid());

export const Id = v.pipe(v.number(), v.integer());

export const Count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** Objects whose keys the project chooses. */
export const Properties = v.record(v.string(), v.unknown());

/**
 * Described in another part of the documentation. Typed as `object`, since TypeScript takes no interface for a record.
 */
export const Described: v.GenericSchema<Record<string, unknown>, object> = Properties;

/** The author of a change; null = the program that holds the handle. */
export const By = v.nullable(v.object({ first_name: v.string(), email: v.null() }));

export const Link = v.nullable(v.string());

/** A list without an envelope, with the row's example. */
export function listOf<const Row extends v.GenericSchema>(row: Row) {
  return v.pipe(v.array(row), v.examples([v.getExamples(row).slice(0, 1)]));
}

/** An object that may have further fields. */
export function openObject<const Entries extends v.ObjectEntries>(entries: Entries) {
  // The schema's type has only the known fields: answers are typed by interfaces, which have no index signature.
  return v.looseObject(entries) as unknown as v.ObjectSchema<Entries, undefined>;
}

/** Described in another part of the documentation. */
export function describedElsewhere<Type extends object>(): v.GenericSchema<Type> {
  return Properties as unknown as v.GenericSchema<Type>;
}
