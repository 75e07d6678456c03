import type { CohortRecord, GroupTypeRecord } from "../../../../lib/index.ts";
import { call } from "../api.ts";
import { useProject } from "../project.ts";
import { useLoaded } from "../use-loaded.ts";
import { CompletedInput } from "./completed-input.tsx";
import { propertyNames, propertyValues } from "./completions.ts";
import type { PropertyOwner } from "./completions.ts";
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

interface RowProps {
  /** From 1, to number the filters. */
  place: number;
  filter: PropertyFilter;
  types: readonly PropertyOwner[];
  event: string | undefined;
  onChange: (filter: PropertyFilter) => void;
  remove: () => void;
}

/** A filter: the owner of the property, its key, the operator, the values. */
export function PropertyFilterRow({ place, filter, types, event, onChange, remove }: RowProps) {
  const { P } = useProject();
  const { type = "event", key, group_type_index: groupTypeIndex } = filter;
  const owner = type === "group" ? (`group${groupTypeIndex ?? 0}` as const) : type;
  return (
    <div class="filter-row">
      {(types.length > 1 || types[0] === "group") && (
        <OwnerSelect
          label={`Type of filter ${place}`}
          owner={owner}
          types={types}
          onChange={(next) => onChange(toEmpty(next))}
        />
      )}
      {type === "cohort" ? (
        <CohortTest filter={filter} place={place} onChange={onChange} />
      ) : (
        <>
          <CompletedInput
            label={`Property of filter ${place}`}
            placeholder="property"
            value={key}
            onChange={(text) => onChange({ ...filter, key: text.trim() })}
            complete={(text, signal) => propertyNames(P, type, { text, event, groupTypeIndex, signal })}
            about={[type, groupTypeIndex, event]}
          />
          <ValueTest filter={filter} place={place} event={event} onChange={onChange} />
        </>
      )}
      <button type="button" class="icon" aria-label={`Remove filter ${place}`} onClick={remove}>
        ✕
      </button>
    </div>
  );
}

function toEmpty(owner: string): PropertyFilter {
  const group = /^group(\d)$/.exec(owner);
  if (group !== null) return { key: "", type: "group", group_type_index: Number(group[1]) };
  if (owner === "cohort") return { key: "id", type: "cohort", operator: "in" };
  return { key: "", type: owner as PropertyOwner };
}

const OWNERS: Record<PropertyOwner, string> = {
  event: "event",
  person: "person",
  cohort: "cohort",
  session: "session",
  element: "element",
  group: "group",
  event_metadata: "column",
};

interface OwnerSelectProps {
  label: string;
  owner: string;
  types: readonly PropertyOwner[];
  onChange: (owner: string) => void;
}

/** The options for the owner; only types of groups need a request for their names. */
function OwnerSelect({ label, owner, types, onChange }: OwnerSelectProps) {
  const { P } = useProject();
  const groups = useLoaded(types.includes("group") ? ["group types", P] : null, (signal) =>
    call<GroupTypeRecord[]>(`${P}/groups_types/`, { signal }),
  );
  return (
    <select aria-label={label} value={owner} onChange={(event) => onChange(event.currentTarget.value)}>
      {types
        .filter((type) => type !== "group")
        .map((type) => (
          <option key={type} value={type}>
            {OWNERS[type]}
          </option>
        ))}
      {(groups.data ?? []).map(({ group_type: name, group_type_index: index }) => (
        <option key={name} value={`group${index}`}>
          {name}
        </option>
      ))}
    </select>
  );
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
      <select
        aria-label={`Operator of filter ${place}`}
        value={operator}
        onChange={(changed) => setOperator(changed.currentTarget.value)}
      >
        {Object.entries(OPERATORS).map(([name, words]) => (
          <option key={name} value={name}>
            {words}
          </option>
        ))}
      </select>
      {!takesNoValue(operator) &&
        texts.map((text, index) => (
          <CompletedInput
            key={index}
            label={index === 0 ? `Value of filter ${place}` : `Value ${index + 1} of filter ${place}`}
            placeholder={placeholderOf(operator, index)}
            value={text}
            onChange={(next) =>
              setTexts(
                next === "" && index > 0 && takesList(operator) ? texts.toSpliced(index, 1) : texts.with(index, next),
              )
            }
            complete={(typed, signal) => propertyValues(P, type, { key, text: typed, event, signal })}
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

function CohortTest({ filter, place, onChange }: TestProps) {
  const { P } = useProject();
  const cohorts = useLoaded(["cohorts", P], (signal) =>
    call<{ results: CohortRecord[] }>(`${P}/cohorts/`, { query: { limit: 1000 }, signal }),
  );
  const { operator = "in", value } = filter;
  const id = Array.isArray(value) ? value[0] : value;
  return (
    <>
      <select
        aria-label={`Operator of filter ${place}`}
        value={operator}
        onChange={(event) => onChange({ ...filter, operator: event.currentTarget.value })}
      >
        {Object.entries(COHORT_OPERATORS).map(([name, words]) => (
          <option key={name} value={name}>
            {words}
          </option>
        ))}
      </select>
      <select
        aria-label={`Cohort of filter ${place}`}
        value={String(id ?? "")}
        onChange={(event) => onChange({ ...filter, operator, value: Number(event.currentTarget.value) })}
      >
        <option value="" disabled>
          cohort …
        </option>
        {(cohorts.data?.results ?? []).map(({ id: cohortId, name }) => (
          <option key={cohortId} value={cohortId}>
            {name}
          </option>
        ))}
      </select>
    </>
  );
}
