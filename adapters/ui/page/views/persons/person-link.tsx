import { Link } from "wouter-preact";
import type { PersonRecord } from "../../../../../lib/index.ts";
import { toText } from "../../parts/value.tsx";

/** The name of a person with a link to their page. */
export function PersonLink({ person }: { person: Pick<PersonRecord, "uuid" | "name"> }) {
  return (
    <Link href={`/persons/${person.uuid}`} class="person-link">
      {toPersonName(person)}
    </Link>
  );
}

/** The name as text; a person with an empty name has the UUID. */
export function toPersonName({ name, uuid }: Pick<PersonRecord, "uuid" | "name">): string {
  return toText(name).trim() || uuid;
}
