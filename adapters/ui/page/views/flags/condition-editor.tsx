import { MoveButtons } from "../../parts/move-buttons.tsx";
import { PropertyFilters } from "../../parts/property-filters.tsx";
import type { DraftCondition, DraftVariant } from "./flag-draft.ts";
import { FlagTests } from "./flag-tests.tsx";

interface ConditionEditorProps {
  /** The condition's position, from 0, and the last position. */
  at: number;
  last: number;
  condition: DraftCondition;
  variants: readonly DraftVariant[];
  unit: number | null;
  onChange: (condition: DraftCondition) => void;
  move: (to: number) => void;
  remove: () => void;
}

/** A condition: its filters, the share of those who pass, and the variant that they get. */
export function ConditionEditor(props: ConditionEditorProps) {
  const { at, last, condition, variants, unit, onChange, move, remove } = props;
  const { filters, flags, rollout, variant } = condition;
  const name = `condition ${at + 1}`;
  return (
    <fieldset class="flag-condition stack" aria-label={`Condition ${at + 1}`}>
      <div class="row flag-condition-head">
        <strong>Condition {at + 1}</strong>
        <span class="row">
          <MoveButtons name={name} at={at} last={last} move={move} />
          <button type="button" class="icon" aria-label={`Remove ${name}`} onClick={remove}>
            ✕
          </button>
        </span>
      </div>
      <PropertyFilters
        name={`Filters of ${name}`}
        value={filters}
        types={unit === null ? ["person", "cohort"] : ["group"]}
        onChange={(next) => onChange({ ...condition, filters: next })}
      />
      <FlagTests name={name} tests={flags} onChange={(next) => onChange({ ...condition, flags: next })} />
      <div class="row">
        <label class="row">
          <input
            type="number"
            class="flag-percentage"
            required
            min={0}
            max={100}
            step="any"
            aria-label={`Percentage of ${name}`}
            value={rollout}
            onInput={(event) => onChange({ ...condition, rollout: event.currentTarget.value })}
          />
          % of those who match
        </label>
        {variants.length > 0 && (
          <label class="row">
            get
            <select
              aria-label={`Variant of ${name}`}
              value={variant}
              onChange={(event) => onChange({ ...condition, variant: event.currentTarget.value })}
            >
              <option value="">a variant by the shares</option>
              {variants.map(({ key }) => (
                <option key={key} value={key}>
                  {key}
                </option>
              ))}
            </select>
          </label>
        )}
      </div>
    </fieldset>
  );
}
