import type { Family } from "./type.ts";
import { ANY, nullable, tupleOf } from "./type.ts";
import { toJsonMember } from "./value.ts";
import type { Value } from "./value.ts";

/** Several values in one. */
export function toTuple(values: readonly Value[]): Value {
  return { sql: `json_array(${values.map(toJsonMember).join(", ")})`, type: tupleOf(values.map(({ type }) => type)) };
}

/** The values beyond the ends of an array, by the family of its members; of other families NULL. */
const BEYOND: Partial<Record<Family, string>> = { number: "0", text: "''" };

/** The member of an array at a place, from 1; from the end when it is negative. */
export function toElement({ sql, type }: Value, place: string): Value {
  const member = type.of[0] ?? ANY;
  const found = `hog_element(${sql}, ${place})`;
  const beyond = member.isNullable ? undefined : BEYOND[member.family];
  return beyond === undefined
    ? { sql: found, type: nullable(member) }
    : { sql: `ifnull(${found}, ${beyond})`, type: member };
}
