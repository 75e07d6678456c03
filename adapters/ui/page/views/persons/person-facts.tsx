import type { PersonRecord } from "../../../../../lib/index.ts";
import { Time } from "../../parts/time.tsx";
import { Avatar } from "./avatar.tsx";
import { toShortName } from "./short-name.ts";

/** The card of a person: name, first appearance, ids. */
export function PersonFacts({ person }: { person: PersonRecord }) {
  const { distinct_ids: ids } = person;
  return (
    <section class="panel stack" aria-label="Identity">
      <div class="identity">
        <Avatar name={toShortName(person)} />
        <div>
          <h2>{toShortName(person)}</h2>
          <span class="hint">{person.is_identified ? "Identified" : "Anonymous"}</span>
        </div>
      </div>
      <dl class="facts">
        <dt>First seen</dt>
        <dd>
          <Time at={person.created_at} />
        </dd>
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
