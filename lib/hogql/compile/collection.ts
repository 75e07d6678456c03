import { Refusal } from "../refusal.ts";
import type { Compilation } from "./compilation.ts";
import { ANY, mapOf, nullable, tupleOf } from "./type.ts";
import type { Family, Type } from "./type.ts";
import { toJsonMember } from "./value.ts";
import type { Value } from "./value.ts";

export function toTuple(values: readonly Value[]): Value {
  return { sql: `json_array(${values.map(toJsonMember).join(", ")})`, type: tupleOf(values.map(({ type }) => type)) };
}

/** The value beyond an array's ends, or for a missing key, by the family of members; NULL for other families. */
const BEYOND: Partial<Record<Family, string>> = { number: "0", text: "''" };

/** A map of keys and values in turn. @throws Refusal for values without a common type */
export function toMap(compilation: Compilation, items: readonly Value[]): Value {
  const [keys, values] = [0, 1].map((part) => compilation.unify(items.filter((_, index) => index % 2 === part)));
  if (keys === undefined || values === undefined || keys.sql.length !== values.sql.length) {
    throw new Refusal("A map needs a value for each key.");
  }
  const members = keys.sql.flatMap((key, index) => {
    return [`CAST(${key} AS TEXT)`, toJsonMember({ sql: values.sql[index] ?? "NULL", type: values.type })];
  });
  return { sql: `json_object(${members.join(", ")})`, type: mapOf(keys.type, values.type) };
}

/** The value of a map's key. @param key SQL of a text */
export function toEntry({ sql, type }: Value, key: string): Value {
  return orBeyond(type.of[1] ?? ANY, `(SELECT value FROM json_each(${sql}) WHERE key = ${key})`);
}

/** The member of an array at a place, from 1; from the end when it is negative. */
export function toElement({ sql, type }: Value, place: string): Value {
  return orBeyond(type.of[0] ?? ANY, `hog_element(${sql}, ${place})`);
}

function orBeyond(member: Type, found: string): Value {
  const beyond = member.isNullable ? undefined : BEYOND[member.family];
  return beyond === undefined
    ? { sql: found, type: nullable(member) }
    : { sql: `ifnull(${found}, ${beyond})`, type: member };
}
