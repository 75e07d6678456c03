import { useState } from "preact/hooks";
import type { PersonRecord } from "../../../../../lib/index.ts";
import { call } from "../../api.ts";
import { Combobox } from "../../parts/combobox.tsx";
import { findProperties } from "../../parts/completions.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { FormEnd } from "../../parts/form-end.tsx";
import { toValueText } from "../../parts/value-text.ts";
import { useProject } from "../../project.ts";
import { parseDraft, toDraft, toValueKind } from "./property-draft.ts";
import type { ValueKind } from "./property-draft.ts";
import { useWork } from "./use-work.ts";

const KINDS: [ValueKind, string][] = [
  ["text", "text"],
  ["number", "number"],
  ["boolean", "true or false"],
  ["json", "JSON (lists, objects, null)"],
];

interface PropertyFormProps {
  person: PersonRecord;
  /** The property to change; absent = a new property. */
  name?: string;
  tell: (news: string) => void;
  close: () => void;
}

/** Changes a property of a person, or adds one. */
export function PropertyForm({ person, name, tell, close }: PropertyFormProps) {
  const { P } = useProject();
  const current = name === undefined ? "" : person.properties[name];
  const [key, setKey] = useState(name ?? "");
  const [kind, setKind] = useState<ValueKind>(toValueKind(current));
  const [draft, setDraft] = useState(toDraft(current));
  const { error, isRunning, run } = useWork();
  const save = async () => {
    const typed = parseDraft(kind, draft);
    if ("problem" in typed) throw new Error(typed.problem);
    if (key.trim() === "") throw new Error("A property needs a name.");
    const body = { key: key.trim(), value: typed.value };
    await call(`${P}/persons/${person.uuid}/update_property`, { method: "POST", body });
    tell(`${body.key} is ${toValueText(body.value)} now.`);
    close();
  };
  const change = (next: ValueKind) => {
    setKind(next);
    if (next === "boolean" && draft !== "false") setDraft("true");
  };
  return (
    <Dialog title={name === undefined ? "Add a property" : `Change ${name}`} close={close}>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          void run(save);
        }}
      >
        {name === undefined && (
          // Enter finishes the name; it must not send a form that does not have the name yet.
          <div class="field" onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}>
            <span>Name</span>
            <Combobox
              label="Name"
              placeholder="plan"
              takesText
              value={key}
              onChange={setKey}
              find={(text) => findProperties(P, ["person"], { text })}
            />
          </div>
        )}
        <label class="field">
          <span>Type</span>
          <select value={kind} onChange={(event) => change(event.currentTarget.value as ValueKind)}>
            {KINDS.map(([value, words]) => (
              <option key={value} value={value}>
                {words}
              </option>
            ))}
          </select>
        </label>
        <label class="field">
          <span>Value</span>
          <ValueInput kind={kind} draft={draft} onChange={setDraft} />
        </label>
        <p class="hint">
          Captured as an event <code>$set</code>, through the same pipeline as any other; to be seen at once.
        </p>
        <FormEnd verb="Save" close={close} error={error} isRunning={isRunning} />
      </form>
    </Dialog>
  );
}

interface ValueInputProps {
  kind: ValueKind;
  draft: string;
  onChange: (draft: string) => void;
}

function ValueInput({ kind, draft, onChange }: ValueInputProps) {
  if (kind === "boolean") {
    return (
      <select value={draft} onChange={(event) => onChange(event.currentTarget.value)}>
        <option>true</option>
        <option>false</option>
      </select>
    );
  }
  if (kind === "json") {
    return (
      <textarea rows={6} spellcheck={false} value={draft} onInput={(event) => onChange(event.currentTarget.value)} />
    );
  }
  return (
    <input
      type="text"
      inputMode={kind === "number" ? "decimal" : "text"}
      value={draft}
      onInput={(event) => onChange(event.currentTarget.value)}
    />
  );
}
