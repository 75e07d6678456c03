import { useProject } from "../project.ts";
import { useLoaded } from "../use-loaded.ts";
import { Choice } from "./choice.tsx";
import { Combobox } from "./combobox.tsx";
import { cohortsOf, findValues } from "./completions.tsx";
import type { PropertyOwner } from "./completions.tsx";
import {
  COHORT_OPERATORS,
  fromTexts,
  OPERATORS,
  takesList,
  takesNoValue,
  takesRange,
  toTexts,
} from "./filter-operators.ts";
import type { PropertyFilter } from "./filter-operators.ts";
import { PropertyField } from "./property-field.tsx";
import type { PickedProperty } from "./property-field.tsx";

interface RowProps {
  /** The number of the filter, from 1. */
  place: number;
  filter: PropertyFilter;
  types: readonly PropertyOwner[];
  event: string | undefined;
  onChange: (filter: PropertyFilter) => void;
  remove: () => void;
}

/** A filter: the property or cohort, the operator, the values. */
export function PropertyFilterRow({ place, filter, types, event, onChange, remove }: RowProps) {
  const { P } = useProject();
  const { type: owner = "event", key, group_type_index: groupTypeIndex, value } = filter;
  const cohorts = useLoaded(owner === "cohort" ? ["cohorts", P] : null, () => cohortsOf(P));
  const cohort = cohorts.data?.results.find(({ id }) => id === Number([value].flat()[0]));
  return (
    <div class="filter-row">
      <PropertyField
        label={`Property of filter ${place}`}
        value={{ owner, key, ...(groupTypeIndex !== undefined && { groupTypeIndex }) }}
        shown={owner === "cohort" ? (cohort?.name ?? "") : undefined}
        onChange={(picked) => onChange(toFilter(picked, filter))}
        owners={types}
        event={event}
      />
      {owner === "cohort" ? (
        <Choice
          label={`Operator of filter ${place}`}
          options={COHORT_OPERATORS}
          value={filter.operator ?? "in"}
          onChange={(operator) => onChange({ ...filter, operator })}
        />
      ) : (
        <ValueTest filter={filter} place={place} event={event} onChange={onChange} />
      )}
      <button type="button" class="icon" aria-label={`Remove filter ${place}`} onClick={remove}>
        ✕
      </button>
    </div>
  );
}

/** The filter with another property: its test stays, except for the test of a cohort. */
function toFilter({ owner, key, groupTypeIndex, cohortId }: PickedProperty, before: PropertyFilter): PropertyFilter {
  const { type: _, group_type_index: __, ...test } = before;
  const named = { key, type: owner, ...(groupTypeIndex !== undefined && { group_type_index: groupTypeIndex }) };
  if (cohortId !== undefined)
    return { operator: before.type === "cohort" ? (test.operator ?? "in") : "in", ...named, value: cohortId };
  return before.type === "cohort" ? named : { ...test, ...named };
}

interface TestProps {
  filter: PropertyFilter;
  place: number;
  onChange: (filter: PropertyFilter) => void;
}

function ValueTest({ filter, place, event, onChange }: TestProps & { event: string | undefined }) {
  const { P } = useProject();
  const { type = "event", key, operator = "exact", value } = filter;
  const texts = toTexts(value);
  const setTexts = (next: readonly string[]) => onChange({ ...filter, operator, value: fromTexts(next) });
  const setOperator = (next: string) => {
    const { value: _, ...rest } = filter;
    if (takesNoValue(next)) onChange({ ...rest, operator: next });
    else if (takesRange(next)) onChange({ ...rest, operator: next, value: [texts[0] ?? "", texts[1] ?? ""] });
    else onChange({ ...rest, operator: next, value: takesList(next) ? fromTexts(texts) : (texts[0] ?? "") });
  };
  return (
    <>
      <Choice label={`Operator of filter ${place}`} options={OPERATORS} value={operator} onChange={setOperator} />
      {!takesNoValue(operator) &&
        texts.map((text, index) => (
          <Combobox
            key={index}
            takesText
            label={index === 0 ? `Value of filter ${place}` : `Value ${index + 1} of filter ${place}`}
            placeholder={placeholderOf(operator, index)}
            value={text}
            onChange={(next) =>
              setTexts(
                next === "" && index > 0 && takesList(operator) ? texts.toSpliced(index, 1) : texts.with(index, next),
              )
            }
            find={(typed, signal) => findValues(P, type, { key, text: typed, event, signal })}
            about={[type, key, event]}
          />
        ))}
      {takesList(operator) && !texts.includes("") && (
        <button
          type="button"
          class="icon"
          aria-label={`Another value for filter ${place}`}
          onClick={() => setTexts([...texts, ""])}
        >
          or
        </button>
      )}
    </>
  );
}

function placeholderOf(operator: string, index: number): string {
  if (takesRange(operator)) return index === 0 ? "from" : "to";
  return index === 0 ? "value" : "or";
}
