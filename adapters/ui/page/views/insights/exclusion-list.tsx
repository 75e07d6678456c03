import { NamePicker } from "../../parts/name-picker.tsx";
import { Choice } from "../../parts/choice.tsx";
import { entitiesOf, entityName } from "./question.ts";
import type { Exclusion } from "./question.ts";
import type { FieldsProps } from "./fields-props.ts";

/** Events that may not happen between two steps of a funnel. */
export function ExclusionList({ question, set }: FieldsProps) {
  const { exclusions = [] } = question;
  const entities = entitiesOf(question);
  const last = entities.length - 1;
  const steps = entities.map((entity, index) => [String(index), `${index + 1} ${entityName(entity)}`] as const);
  const change = (next: Exclusion[]) => set({ exclusions: next.length === 0 ? undefined : next });
  return (
    <fieldset class="filters" aria-label="Exclusions">
      {exclusions.map((exclusion, index) => (
        <div key={index} class="filter-row">
          <span>not</span>
          <NamePicker
            label={`Exclusion ${index + 1}`}
            value={exclusion}
            onChange={(picked) => change(exclusions.with(index, { ...exclusion, ...picked }))}
          />
          <span>between</span>
          <Choice
            label={`Exclusion ${index + 1} from step`}
            options={Object.fromEntries(steps.slice(0, -1))}
            value={String(exclusion.funnel_from_step ?? 0)}
            onChange={(step) => change(exclusions.with(index, { ...exclusion, funnel_from_step: Number(step) }))}
          />
          <Choice
            label={`Exclusion ${index + 1} to step`}
            options={Object.fromEntries(steps.slice(1))}
            value={String(exclusion.funnel_to_step ?? last)}
            onChange={(step) => change(exclusions.with(index, { ...exclusion, funnel_to_step: Number(step) }))}
          />
          <button
            type="button"
            class="icon"
            aria-label={`Remove exclusion ${index + 1}`}
            onClick={() => change(exclusions.toSpliced(index, 1))}
          >
            ✕
          </button>
        </div>
      ))}
      {last > 0 && (
        <AddExclusion key={exclusions.length} add={(exclusion) => change([...exclusions, exclusion])} last={last} />
      )}
    </fieldset>
  );
}

/** The API refuses an exclusion of a step itself, so the event is chosen first. */
function AddExclusion({ add, last }: { add: (exclusion: Exclusion) => void; last: number }) {
  return (
    <div class="filter-row">
      <span>not</span>
      <NamePicker
        label="Exclude another event"
        value={{ id: "", type: "events" }}
        hasAny={false}
        onChange={(picked) => add({ ...picked, funnel_from_step: 0, funnel_to_step: last })}
      />
      <span>in between</span>
    </div>
  );
}
