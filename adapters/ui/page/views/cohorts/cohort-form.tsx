import { useState } from "preact/hooks";
import type { CohortRecord } from "../../../../../lib/index.ts";
import { call } from "../../api.ts";
import { Dialog } from "../../parts/dialog.tsx";
import { FormEnd } from "../../parts/form-end.tsx";
import { useProject } from "../../project.ts";
import { useWork } from "../persons/use-work.ts";
import { findProblem, NEW_DRAFT, toCohortDraft, toCohortFilters } from "./cohort-draft.ts";
import { DefinitionEditor } from "./definition-editor.tsx";
import { toDistinctIds } from "./distinct-id-list.ts";

interface CohortFormProps {
  /** The cohort to change; absent = a new cohort. */
  cohort?: CohortRecord;
  done: (cohort: CohortRecord) => void;
  close: () => void;
}

/** Creates a cohort, static or by conditions, or changes it. */
export function CohortForm({ cohort, done, close }: CohortFormProps) {
  const { P } = useProject();
  const [isStatic, setIsStatic] = useState(cohort?.is_static ?? false);
  const stored = cohort?.filters?.properties;
  const [draft, setDraft] = useState(() => (stored === undefined ? NEW_DRAFT : toCohortDraft(stored)));
  // A definition that the form cannot show is edited as JSON.
  const [json, setJson] = useState(() => JSON.stringify(stored, null, 2));
  const { error, isRunning, run } = useWork();

  const save = async (form: HTMLFormElement) => {
    const fields = new FormData(form);
    const problem = isStatic || draft === null ? null : findProblem(draft);
    if (problem !== null) throw new Error(problem);
    const body = toBody(fields, isStatic, draft === null ? parseDefinition(json) : toCohortFilters(draft));
    // A cohort stays static or dynamic, so an update omits the field.
    if (cohort === undefined) body.set("is_static", String(isStatic));
    const path = cohort === undefined ? `${P}/cohorts/` : `${P}/cohorts/${cohort.id}`;
    const saved = await call<CohortRecord>(path, { method: cohort === undefined ? "POST" : "PATCH", body });
    close();
    done(saved);
  };
  return (
    <Dialog title={cohort === undefined ? "New cohort" : `Edit ${cohort.name}`} close={close}>
      <form
        class="form cohort-form"
        onSubmit={(event) => {
          event.preventDefault();
          const form = event.currentTarget;
          void run(() => save(form));
        }}
      >
        <label class="field">
          <span>Name</span>
          <input name="name" required maxLength={400} defaultValue={cohort?.name ?? ""} />
        </label>
        <label class="field">
          <span>Description</span>
          <input name="description" defaultValue={cohort?.description ?? ""} />
        </label>
        {cohort === undefined && <KindChoice isStatic={isStatic} choose={setIsStatic} />}
        {isStatic ? (
          <PeopleFields isNew={cohort === undefined} />
        ) : draft === null ? (
          <DefinitionText value={json} onChange={setJson} />
        ) : (
          <DefinitionEditor draft={draft} onChange={setDraft} />
        )}
        <FormEnd verb={cohort === undefined ? "Create" : "Save"} close={close} error={error} isRunning={isRunning} />
        {isRunning && <span role="status">Calculating the members …</span>}
      </form>
    </Dialog>
  );
}

/** The body of the request: a form, since it may hold a file. */
function toBody(fields: FormData, isStatic: boolean, filters: unknown): FormData {
  const body = new FormData();
  body.set("name", String(fields.get("name")));
  body.set("description", String(fields.get("description")));
  if (!isStatic) {
    body.set("filters", JSON.stringify(filters));
    return body;
  }
  const file = fields.get("csv");
  if (file instanceof File && file.size > 0) body.set("csv", file);
  const ids = toDistinctIds(String(fields.get("distinct_ids") ?? ""));
  if (ids.length > 0) body.set("distinct_ids", JSON.stringify(ids));
  return body;
}

function parseDefinition(json: string): unknown {
  return { properties: JSON.parse(json) as unknown };
}

interface KindChoiceProps {
  isStatic: boolean;
  choose: (isStatic: boolean) => void;
}

function KindChoice({ isStatic, choose }: KindChoiceProps) {
  return (
    <fieldset class="choices">
      <legend>Members</legend>
      <label class="row">
        <input type="radio" name="kind" checked={!isStatic} onChange={() => choose(false)} />
        Everybody who meets conditions
      </label>
      <label class="row">
        <input type="radio" name="kind" checked={isStatic} onChange={() => choose(true)} />
        A list of persons
      </label>
    </fieldset>
  );
}

interface DefinitionTextProps {
  value: string;
  onChange: (json: string) => void;
}

/** A definition as JSON, for definitions that the form cannot show. */
function DefinitionText({ value, onChange }: DefinitionTextProps) {
  return (
    <label class="field">
      <span>Definition (JSON)</span>
      <textarea
        rows={12}
        spellcheck={false}
        class="definition-text"
        value={value}
        onInput={(event) => onChange(event.currentTarget.value)}
      />
      <span class="hint">The form cannot show this definition, so you edit it as JSON.</span>
    </label>
  );
}

/** The new members of a static cohort: distinct ids, or a file. */
function PeopleFields({ isNew }: { isNew: boolean }) {
  return (
    <>
      <label class="field">
        <span>{isNew ? "Distinct ids" : "Add distinct ids"}</span>
        <textarea name="distinct_ids" rows={5} spellcheck={false} placeholder="one on each line" />
      </label>
      <label class="field">
        <span>{isNew ? "CSV file" : "Add from a CSV file"}</span>
        <input type="file" name="csv" accept=".csv,text/csv" />
      </label>
      <p class="hint">
        The file has a column <code>distinct_id</code> or <code>person_id</code>, or its first column holds distinct
        ids. Ids that are nobody's are passed over.
      </p>
    </>
  );
}
