import type { CohortRecord } from "../../../../../lib/index.ts";
import { toCounted } from "../../parts/counted.ts";
import { StoredThing } from "../stored-thing.tsx";
import type { ThingKind } from "../stored-thing.tsx";
import { CohortFacts } from "./cohort-facts.tsx";
import { CohortForm } from "./cohort-form.tsx";
import { CohortMembers } from "./cohort-members.tsx";

const COHORTS: ThingKind<CohortRecord> = {
  noun: "cohort",
  place: "cohorts",
  list: { path: "/cohorts", name: "All cohorts" },
  nameOf: ({ name }) => name,
  // An update that changes nothing recalculates.
  button: ({ is_static: isStatic }) =>
    isStatic ? null : { label: "Recalculate", body: {}, news: (updated) => `Calculated: ${toPersons(updated)}.` },
  removal: { method: "DELETE" },
  warning: "Its persons stay. Insights and cohorts that use it find no members. It can be restored here.",
  gone: "This cohort is deleted: nobody is in it, and questions about it find nobody.",
  none: "Nothing was changed by hand.",
  Parts: ({ thing, turn, tell }) => (
    <>
      <CohortFacts cohort={thing} />
      {!thing.deleted && <CohortMembers cohort={thing} turn={turn} tell={tell} />}
    </>
  ),
  Form: ({ thing, tell, close }) => (
    <CohortForm cohort={thing} done={(saved) => tell(`${saved.name} is saved: ${toPersons(saved)}.`)} close={close} />
  ),
};

function toPersons({ count }: CohortRecord): string {
  return toCounted(count ?? 0, "person");
}

/** A cohort: its members, its definition, and its actions. */
export function CohortView() {
  return <StoredThing kind={COHORTS} />;
}
