import type { PropertyOwner } from "../../parts/completions.tsx";
import { toFilterList } from "../../parts/filter-group.ts";
import { NamePicker } from "../../parts/name-picker.tsx";
import { PropertyField } from "../../parts/property-field.tsx";
import { PropertyFilters } from "../../parts/property-filters.tsx";
import { Choice } from "../../parts/choice.tsx";
import { Actors } from "./funnel-fields.tsx";
import { NumberField } from "./number-field.tsx";
import { toFilters } from "./question.ts";
import type { Entity } from "./question.ts";
import type { FieldsProps } from "./fields-props.ts";

const PERIODS = { Hour: "hours", Day: "days", Week: "weeks", Month: "months" };

const TYPES = { retention_recurring: "each time they did it", retention_first_time: "the first time they ever did it" };

const PAGEVIEW: Entity = { id: "$pageview", type: "events" };

/** The first event of retention, and the event of returning. */
export function RetentionFields({ question, set }: FieldsProps) {
  const { target_entity: target = PAGEVIEW, retention_type: type = "retention_recurring" } = question;
  const { returning_entity: returning = target, period = "Day", total_intervals: intervals } = question;
  return (
    <>
      <span>Persons who did</span>
      <RetentionEntity name="Target" entity={target} onChange={(next) => set({ target_entity: next })} />
      <Choice
        label="Which time counts"
        options={TYPES}
        value={type}
        onChange={(retention_type) => set({ retention_type })}
      />
      <span>and came back with</span>
      <RetentionEntity name="Return" entity={returning} onChange={(next) => set({ returning_entity: next })} />
      <NumberField
        label="Over"
        words={["over"]}
        placeholder="11"
        value={intervals}
        onChange={(total_intervals) => set({ total_intervals })}
      />
      <Choice label="Period" options={PERIODS} value={period} onChange={(next) => set({ period: next })} />
      <Actors question={question} set={set} />
      <RetentionBreakdown question={question} set={set} />
    </>
  );
}

interface RetentionEntityProps {
  name: string;
  entity: Entity;
  onChange: (entity: Entity) => void;
}

function RetentionEntity({ name, entity, onChange }: RetentionEntityProps) {
  return (
    <>
      <NamePicker label={name} value={entity} onChange={({ id, type }) => onChange({ ...entity, id, type })} />
      <PropertyFilters
        name={`Filters of ${name}`}
        value={toFilterList(entity.properties) ?? []}
        types={["event", "person", "cohort"]}
        onChange={(next) => onChange({ ...entity, properties: toFilters(next) })}
      />
    </>
  );
}

/** The rows: the periods of the first event, or the values of a property. */
function RetentionBreakdown({ question, set }: FieldsProps) {
  const [first] = question.breakdowns ?? [];
  const owner = (first?.type ?? question.breakdown_type ?? "event") as PropertyOwner;
  return (
    <>
      <span>rows by</span>
      <PropertyField
        label="Rows by"
        placeholder="periods"
        value={{ owner, key: String(first?.property ?? "") }}
        onChange={({ key, owner: type }) =>
          set(
            key === ""
              ? { breakdowns: undefined, breakdown_type: undefined }
              : { breakdowns: [{ property: key, type }] },
          )
        }
        owners={["event", "person"]}
      />
    </>
  );
}
