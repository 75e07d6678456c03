import type { PersonRecord } from "../../../../../lib/index.ts";
import { Time } from "../../parts/time.tsx";

/** The name of a person, and the date of creation. */
export function PersonFacts({ person }: { person: PersonRecord }) {
  const { distinct_ids: ids } = person;
  return (
    <section class="panel stack" aria-label="Identity">
      <h2>Identity</h2>
      <dl class="facts">
        <dt>Created</dt>
        <dd>
          <Time at={person.created_at} />
        </dd>
        <dt>Identified</dt>
        <dd>{person.is_identified ? "yes" : "no, known by anonymous ids alone"}</dd>
        <dt>Id</dt>
        <dd>{person.id}</dd>
        <dt>UUID</dt>
        <dd>
          <code class="distinct-id">{person.uuid}</code>
        </dd>
        <dt>{ids.length === 1 ? "Distinct id" : `${ids.length} distinct ids`}</dt>
        <dd>
          <ul class="plain-list distinct-ids" aria-label="Distinct ids">
            {ids.map((id) => (
              <li key={id}>
                <code class="distinct-id">{id}</code>
              </li>
            ))}
          </ul>
        </dd>
      </dl>
    </section>
  );
}
