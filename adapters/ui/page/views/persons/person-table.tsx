import type { ComponentChildren } from "preact";
import type { PersonRecord } from "../../../../../lib/index.ts";
import { Table } from "../../parts/table.tsx";
import type { Column } from "../../parts/table.tsx";
import { Time } from "../../parts/time.tsx";
import { Value } from "../../parts/value.tsx";
import { Link } from "wouter-preact";
import { toShortName } from "./short-name.ts";

interface PersonTableProps {
  caption: string;
  persons: readonly PersonRecord[];
  /** Properties that have a column. */
  keys: readonly string[];
  /** The chosen UUIDs, and the function that changes them: a first column of boxes. @default nothing is chosen */
  choice?: readonly [chosen: ReadonlySet<string>, choose: (chosen: ReadonlySet<string>) => void];
  /** Actions for each person, in a last column. */
  action?: (person: PersonRecord) => ComponentChildren;
}

/** Persons in rows: name, distinct ids, creation, and some properties. */
export function PersonTable({ caption, persons, keys, choice, action }: PersonTableProps) {
  return (
    <div class="person-table">
      <Table
        caption={caption}
        rows={persons}
        rowKey={({ uuid }) => uuid}
        columns={[
          ...(choice === undefined ? [] : [toChoiceColumn(persons, ...choice)]),
          { name: "Name", cell: (person) => <PersonLink person={person} /> },
          { name: "Distinct ids", cell: ({ distinct_ids: ids }) => <DistinctIds ids={ids} /> },
          { name: "Created", cell: ({ created_at: at }) => <Time at={at} /> },
          ...keys.map((key) => ({
            name: key,
            cell: ({ properties }: PersonRecord) =>
              Object.hasOwn(properties, key) && (
                <div class="person-value">
                  <Value value={properties[key]} />
                </div>
              ),
          })),
          ...(action === undefined ? [] : [{ name: "Actions", cell: action }]),
        ]}
      />
    </div>
  );
}

/** Boxes that choose a person, and in the head a box for all persons. */
function toChoiceColumn(
  persons: readonly PersonRecord[],
  chosen: ReadonlySet<string>,
  choose: (chosen: ReadonlySet<string>) => void,
): Column<PersonRecord> {
  const box = (label: string, uuids: readonly string[]) => (
    <input
      type="checkbox"
      aria-label={label}
      checked={uuids.every((uuid) => chosen.has(uuid))}
      onChange={({ currentTarget: { checked } }) =>
        choose(new Set(checked ? [...chosen, ...uuids] : [...chosen].filter((uuid) => !uuids.includes(uuid))))
      }
    />
  );
  return {
    name: "Chosen",
    title: box(
      "Choose all on this page",
      persons.map(({ uuid }) => uuid),
    ),
    cell: (person) => box(`Choose ${toShortName(person)}`, [person.uuid]),
  };
}

/** The first id; the rest unfold. */
function DistinctIds({ ids }: { ids: readonly string[] }) {
  const [first, ...rest] = ids;
  if (first === undefined) return <span class="hint">none</span>;
  if (rest.length === 0) return <code class="distinct-id">{first}</code>;
  return (
    <details>
      <summary>
        <code class="distinct-id">{first}</code> <span class="hint">+{rest.length}</span>
      </summary>
      {rest.map((id) => (
        <div key={id}>
          <code class="distinct-id">{id}</code>
        </div>
      ))}
    </details>
  );
}

/** The short name of a person with a link to their page. */
function PersonLink({ person }: { person: Pick<PersonRecord, "uuid" | "name" | "properties"> }) {
  return (
    <Link href={`/persons/${person.uuid}`} class="person-link">
      {toShortName(person)}
    </Link>
  );
}
