import { useState } from "preact/hooks";
import type { PersonRecord } from "../../../../../lib/index.ts";
import { call } from "../../api.ts";
import { Confirm } from "../../parts/dialog.tsx";
import { foldEmpty } from "../../parts/empty-properties.ts";
import { FoldedNames } from "../../parts/folded-names.tsx";
import { SearchField } from "../../parts/search-field.tsx";
import { Empty } from "../../parts/states.tsx";
import { Table } from "../../parts/table.tsx";
import { Value } from "../../parts/value.tsx";
import { useProject } from "../../project.ts";
import { toKnownKeys } from "./column-keys.ts";
import { PropertyForm } from "./property-form.tsx";
import { PropertyHistoryPanel } from "./property-history-panel.tsx";

/** The open dialog, and its property; without a key = a new property. */
type Opened = { what: "form"; key?: string } | { what: "remove" | "history"; key: string };

interface PersonPropertiesProps {
  person: PersonRecord;
  /** Reports a change, in words. */
  tell: (news: string) => void;
}

/** The properties of a person: search, history, change, add, remove. */
export function PersonProperties({ person, tell }: PersonPropertiesProps) {
  const { P } = useProject();
  const [part, setPart] = useState("");
  const [opened, setOpened] = useState<Opened>();
  const close = () => setOpened(undefined);
  const all = toKnownKeys([person]);
  const name = part.trim();
  const { properties, empty } = foldEmpty(person.properties);
  // A search by name finds empty properties too.
  const keys =
    name === "" ? toKnownKeys([{ properties }]) : all.filter((key) => key.toLowerCase().includes(name.toLowerCase()));
  const remove = async (key: string) => {
    await call(`${P}/persons/${person.uuid}/delete_property`, { method: "POST", body: { $unset: key } });
    tell(`${key} is removed.`);
  };
  return (
    <section class="panel stack person-properties" aria-label="Properties">
      <div class="row">
        <h2>Properties</h2>
        <SearchField
          label="Find a property"
          placeholder="Find a property, or one that was removed"
          value={part}
          onChange={setPart}
        />
        <button type="button" onClick={() => setOpened({ what: "form" })}>
          Add …
        </button>
      </div>
      {keys.length === 0 ? (
        <Empty>
          <p>{name === "" ? "This person has no properties." : `No property has “${name}” in its name.`}</p>
        </Empty>
      ) : (
        <Table
          caption="Properties of this person"
          rows={keys}
          rowKey={(key) => key}
          columns={[
            { name: "Property", cell: (key) => <code class="property-key">{key}</code> },
            { name: "Value", cell: (key) => <Value value={person.properties[key]} /> },
            { name: "Actions", cell: (key) => <PropertyActions name={key} open={setOpened} /> },
          ]}
        />
      )}
      {name === "" && <FoldedNames empty={empty} />}
      {name !== "" && !all.includes(name) && (
        <div>
          <button type="button" onClick={() => setOpened({ what: "history", key: name })}>
            Was there once a “{name}”?
          </button>
        </div>
      )}
      {opened?.what === "form" && (
        <PropertyForm
          person={person}
          {...(opened.key !== undefined && { name: opened.key })}
          tell={tell}
          close={close}
        />
      )}
      {opened?.what === "history" && <PropertyHistoryPanel person={person} name={opened.key} close={close} />}
      {opened?.what === "remove" && (
        <Confirm title={`Remove ${opened.key}?`} verb="Remove" run={() => remove(opened.key)} close={close}>
          <p>
            An event <code>$delete_person_property</code> is captured, which takes the property away now. The app that
            set it may set it again with its next event.
          </p>
        </Confirm>
      )}
    </section>
  );
}

function PropertyActions({ name, open }: { name: string; open: (opened: Opened) => void }) {
  return (
    <span class="property-actions">
      <button
        type="button"
        class="plain"
        aria-label={`History of ${name}`}
        onClick={() => open({ what: "history", key: name })}
      >
        History
      </button>
      <button type="button" class="plain" aria-label={`Edit ${name}`} onClick={() => open({ what: "form", key: name })}>
        Edit
      </button>
      <button
        type="button"
        class="plain"
        aria-label={`Remove ${name}`}
        onClick={() => open({ what: "remove", key: name })}
      >
        Remove
      </button>
    </span>
  );
}
