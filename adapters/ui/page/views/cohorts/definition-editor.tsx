import { NEW_GROUP } from "./cohort-draft.ts";
import type { CohortDraft, DraftGroup } from "./cohort-draft.ts";
import { GroupEditor } from "./group-editor.tsx";
import { JoinerSelect } from "./joiner-select.tsx";

interface DefinitionEditorProps {
  draft: CohortDraft;
  onChange: (draft: CohortDraft) => void;
}

/** The groups of conditions of a cohort, joined by "any" or "all". */
export function DefinitionEditor({ draft, onChange }: DefinitionEditorProps) {
  const { joiner, groups } = draft;
  const change = (next: DraftGroup[]) => onChange({ ...draft, groups: next });
  return (
    // Enter finishes the text; it must not send a form that does not have the text yet.
    <div class="definition stack" onKeyDown={keepForm}>
      {groups.length > 1 && (
        <div class="row">
          Members meet
          <JoinerSelect
            label="How groups are joined"
            value={joiner}
            words={["all groups", "any group"]}
            onChange={(next) => onChange({ ...draft, joiner: next })}
          />
        </div>
      )}
      {groups.map((group, index) => (
        <GroupEditor
          // Groups have no names; a removed group takes its incomplete filters along.
          key={`${groups.length} ${index}`}
          place={index + 1}
          group={group}
          onChange={(changed) => change(groups.with(index, changed))}
          {...(groups.length > 1 && { remove: () => change(groups.toSpliced(index, 1)) })}
        />
      ))}
      <div>
        <button type="button" onClick={() => change([...groups, NEW_GROUP])}>
          + Group
        </button>
      </div>
    </div>
  );
}

function keepForm(event: KeyboardEvent): void {
  if (event.key === "Enter" && event.target instanceof HTMLInputElement) event.preventDefault();
}
