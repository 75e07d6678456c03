import type { PersonRecord } from "../../../../../lib/index.ts";
import { Time } from "../../parts/time.tsx";
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

/** A square with the first letter of a name, in a colour that a name always has. Decoration: the name stands beside it. */
function Avatar({ name }: { name: string }) {
  const [letter = "?"] = name;
  const sum = [...name].reduce((total, each) => total + (each.codePointAt(0) ?? 0), 0);
  return (
    <span class="avatar" aria-hidden="true" style={{ "--colour": `var(--series-${(sum % 8) + 1})` }}>
      {letter.toUpperCase()}
    </span>
  );
}
