import { NamePicker } from "../../parts/name-picker.tsx";
import { PropertyFilters } from "../../parts/property-filters.tsx";
import { COUNT_OPERATORS, UNITS } from "./cohort-draft.ts";
import type { CountOperator, DraftBehaviour, Unit } from "./cohort-draft.ts";

interface BehaviourEditorProps {
  /** The condition's number, e.g. "1.2": the second of the first group. */
  name: string;
  behaviour: DraftBehaviour;
  onChange: (behaviour: DraftBehaviour) => void;
  remove: () => void;
}

/** "Did an event a number of times in the last days." Exactly 0 times = never. */
export function BehaviourEditor({ name, behaviour, onChange, remove }: BehaviourEditorProps) {
  const { key, isAction, operator, count, amount, unit, negation, filters } = behaviour;
  const change = (part: Partial<DraftBehaviour>) => onChange({ ...behaviour, ...part });
  return (
    <fieldset class="behaviour" aria-label={`Condition ${name}`}>
      <select
        aria-label={`Did or did not, condition ${name}`}
        value={negation ? "not" : "did"}
        onChange={(event) => change({ negation: event.currentTarget.value === "not" })}
      >
        <option value="did">did</option>
        <option value="not">did not</option>
      </select>
      <NamePicker
        label={`Event of condition ${name}`}
        value={{ id: isAction ? Number(key) : key, type: isAction ? "actions" : "events" }}
        hasAny={false}
        onChange={({ id, type }) => change({ key: String(id ?? ""), isAction: type === "actions" })}
      />
      <select
        aria-label={`Comparison of condition ${name}`}
        value={operator}
        onChange={(event) => change({ operator: event.currentTarget.value as CountOperator })}
      >
        {Object.entries(COUNT_OPERATORS).map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
      <Whole
        label={`Times of condition ${name}`}
        least={0}
        value={count}
        onChange={(next) => change({ count: next })}
      />
      <span>times in the last</span>
      <Whole
        label={`Length of condition ${name}`}
        least={1}
        value={amount}
        onChange={(next) => change({ amount: next })}
      />
      <select
        aria-label={`Unit of condition ${name}`}
        value={unit}
        onChange={(event) => change({ unit: event.currentTarget.value as Unit })}
      >
        {UNITS.map((each) => (
          <option key={each} value={each}>
            {each}s
          </option>
        ))}
      </select>
      <button type="button" class="icon" aria-label={`Remove condition ${name}`} onClick={remove}>
        ✕
      </button>
      <PropertyFilters
        name={`Filters of condition ${name}`}
        value={filters}
        types={["event"]}
        {...(!isAction && key !== "" && { eventNames: [key] })}
        onChange={(next) => change({ filters: next })}
      />
    </fieldset>
  );
}

interface WholeProps {
  label: string;
  least: number;
  value: number;
  onChange: (value: number) => void;
}

function Whole({ label, least, value, onChange }: WholeProps) {
  return (
    <input
      type="number"
      class="whole"
      aria-label={label}
      min={least}
      step={1}
      required
      value={Number.isNaN(value) ? "" : value}
      onInput={(event) => onChange(event.currentTarget.valueAsNumber)}
    />
  );
}
