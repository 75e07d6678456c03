import { PropertyFilters } from "../../parts/property-filters.tsx";
import { BehaviourEditor } from "./behaviour-editor.tsx";
import { NEW_BEHAVIOUR } from "./cohort-draft.ts";
import type { DraftBehaviour, DraftGroup } from "./cohort-draft.ts";
import { JoinerSelect } from "./joiner-select.tsx";

interface GroupEditorProps {
  /** The number of the group, from 1. */
  place: number;
  group: DraftGroup;
  onChange: (group: DraftGroup) => void;
  /** Absent for a single group. */
  remove?: () => void;
}

/** A group of conditions: properties and behaviour of persons. */
export function GroupEditor({ place, group, onChange, remove }: GroupEditorProps) {
  const { joiner, filters, behaviours } = group;
  const changeBehaviours = (next: DraftBehaviour[]) => onChange({ ...group, behaviours: next });
  return (
    <fieldset class="cohort-group stack" aria-label={`Group ${place}`}>
      <div class="row">
        <span class="row">
          Meets
          <JoinerSelect
            label={`How conditions of group ${place} are joined`}
            value={joiner}
            words={["all of these", "any of these"]}
            onChange={(next) => onChange({ ...group, joiner: next })}
          />
        </span>
        {remove !== undefined && (
          <button type="button" class="plain" onClick={remove}>
            Remove group {place}
          </button>
        )}
      </div>
      <div class="stack">
        <h3>Properties</h3>
        <PropertyFilters
          name={`Properties of group ${place}`}
          value={filters}
          types={["person", "cohort"]}
          onChange={(next) => onChange({ ...group, filters: next })}
        />
      </div>
      <div class="stack">
        <h3>Behaviour</h3>
        {behaviours.map((behaviour, index) => (
          <BehaviourEditor
            key={`${behaviours.length} ${index}`}
            name={`${place}.${index + 1}`}
            behaviour={behaviour}
            onChange={(changed) => changeBehaviours(behaviours.with(index, changed))}
            remove={() => changeBehaviours(behaviours.toSpliced(index, 1))}
          />
        ))}
        <div>
          <button type="button" class="small" onClick={() => changeBehaviours([...behaviours, NEW_BEHAVIOUR])}>
            + Event
          </button>
        </div>
      </div>
    </fieldset>
  );
}
