import { Link } from "wouter-preact";
import type { PersonRecord } from "../../../../../lib/index.ts";
import { toShortName } from "./short-name.ts";

/** The short name of a person with a link to their page. */
export function PersonLink({ person }: { person: Pick<PersonRecord, "uuid" | "name" | "properties"> }) {
  return (
    <Link href={`/persons/${person.uuid}`} class="person-link">
      {toShortName(person)}
    </Link>
  );
}
