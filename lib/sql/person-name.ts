import { toName } from "../people/persons/index.ts";
import { parseStored } from "../storage/index.ts";
import type { Surroundings } from "../hogql/index.ts";

/** The names of person records in SQL. @param nameProperties see `toName` */
export function personNames(nameProperties: readonly string[]): Surroundings["personName"] {
  return (id, properties, distinctIds) => {
    const person = {
      id,
      properties: parseStored<Record<string, never>>("person", id, properties),
      distinctIds: JSON.parse(distinctIds) as string[],
    };
    const name = toName(person, nameProperties);
    return typeof name === "string" ? name : JSON.stringify(name);
  };
}
