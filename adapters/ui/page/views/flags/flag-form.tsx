import { useState } from "preact/hooks";
import type { FlagRecord } from "../../../../../lib/index.ts";
import { call } from "../../api.ts";
import { Dialog } from "../../parts/dialog.tsx";
import { FormEnd } from "../../parts/form-end.tsx";
import { useProject } from "../../project.ts";
import { useWork } from "../persons/use-work.ts";
import { ConditionEditor } from "./condition-editor.tsx";
import { NEW_CONDITION, NEW_FLAG, payloadFault, sharesFault, toBody, toDraft, valuesOf } from "./flag-draft.ts";
import type { DraftCondition, FlagDraft } from "./flag-draft.ts";
import { FlagSettings } from "./flag-settings.tsx";
import { PayloadField } from "./payload-field.tsx";
import { VariantsEditor } from "./variants-editor.tsx";

interface FlagFormProps {
  /** The flag to change; absent = a new flag. */
  flag?: FlagRecord;
  done: (flag: FlagRecord) => void;
  close: () => void;
}

/** Creates a feature flag, or changes it. */
export function FlagForm({ flag, done, close }: FlagFormProps) {
  const { P } = useProject();
  const [draft, setDraft] = useState<FlagDraft>(() => (flag === undefined ? NEW_FLAG : toDraft(flag)));
  const { error, isRunning, run } = useWork();
  const change = (part: Partial<FlagDraft>) => setDraft((last) => ({ ...last, ...part }));
  const values = valuesOf(draft);

  const save = async () => {
    const fault = sharesFault(draft);
    if (fault !== null) throw new Error(fault);
    const wrong = values.find((value) => payloadFault(draft.payloads[value] ?? "") !== null);
    if (wrong !== undefined) throw new Error("A payload is no JSON.");
    const body = toBody(draft, flag?.filters);
    // With the version as it was read, a change that somebody else made meanwhile is not overwritten.
    const guarded = flag === undefined ? body : { ...body, version: flag.version, original_flag: flag };
    const path = flag === undefined ? `${P}/feature_flags/` : `${P}/feature_flags/${flag.id}`;
    const saved = await call<FlagRecord>(path, { method: flag === undefined ? "POST" : "PATCH", body: guarded });
    close();
    done(saved);
  };
  return (
    <Dialog title={flag === undefined ? "New flag" : `Edit ${flag.key}`} close={close}>
      <form
        class="form flag-form"
        onKeyDown={keepForm}
        onSubmit={(event) => {
          event.preventDefault();
          void run(save);
        }}
      >
        <label class="field">
          <span>Key</span>
          <input
            required
            maxLength={400}
            pattern="[A-Za-z0-9_\-]+"
            title="Letters, digits, hyphens and underscores"
            value={draft.key}
            onInput={(event) => change({ key: event.currentTarget.value })}
          />
        </label>
        <label class="field">
          <span>Description</span>
          <input value={draft.name} onInput={(event) => change({ name: event.currentTarget.value })} />
        </label>
        <label class="row">
          <input
            type="checkbox"
            checked={draft.active}
            onChange={(event) => change({ active: event.currentTarget.checked })}
          />
          Switched on
        </label>
        <VariantsEditor variants={draft.variants} onChange={(variants) => change({ variants })} />
        <Conditions draft={draft} onChange={(conditions) => change({ conditions })} />
        <div class="field">
          <h3>Payload</h3>
          {values.map((value) => (
            <PayloadField
              key={value}
              label={value === "true" && draft.variants.length === 0 ? "Payload (JSON)" : `Payload of ${value} (JSON)`}
              value={draft.payloads[value] ?? ""}
              onChange={(text) => change({ payloads: { ...draft.payloads, [value]: text } })}
            />
          ))}
        </div>
        <FlagSettings draft={draft} onChange={change} />
        <FormEnd verb={flag === undefined ? "Create" : "Save"} close={close} error={error} isRunning={isRunning} />
      </form>
    </Dialog>
  );
}

interface ConditionsProps {
  draft: FlagDraft;
  onChange: (conditions: DraftCondition[]) => void;
}

function Conditions({ draft: { conditions, variants, unit }, onChange }: ConditionsProps) {
  return (
    <div class="field">
      <h3>Conditions</h3>
      <p class="hint">The first condition that holds decides. Without any, nobody gets the flag.</p>
      {conditions.map((condition, index) => (
        <ConditionEditor
          // Conditions have no names; a removed condition takes its incomplete filters along.
          key={`${conditions.length} ${index}`}
          at={index}
          last={conditions.length - 1}
          condition={condition}
          variants={variants}
          unit={unit}
          onChange={(changed) => onChange(conditions.with(index, changed))}
          move={(to) => onChange(conditions.toSpliced(index, 1).toSpliced(to, 0, condition))}
          remove={() => onChange(conditions.toSpliced(index, 1))}
        />
      ))}
      <div>
        <button type="button" class="small" onClick={() => onChange([...conditions, NEW_CONDITION])}>
          + Condition
        </button>
      </div>
    </div>
  );
}

/** Enter finishes a text; it must not send a form that does not have the text yet. */
function keepForm(event: KeyboardEvent): void {
  if (event.key === "Enter" && event.target instanceof HTMLInputElement) event.preventDefault();
}
