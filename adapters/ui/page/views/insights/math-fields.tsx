import { Choice } from "../../parts/choice.tsx";
import { SESSION_LENGTH } from "../../parts/completions.tsx";
import { PropertyField } from "../../parts/property-field.tsx";
import { useGroupTypes } from "../../parts/use-group-types.ts";
import type { Entity } from "./question.ts";

/** The maths of the API (reference/insights.md 7.1). */
export const MATHS: Readonly<Record<string, string>> = {
  total: "number of events",
  dau: "persons",
  first_time_for_user: "persons for the first time",
  weekly_active: "weekly active persons",
  monthly_active: "monthly active persons",
  unique_session: "sessions",
  unique_group: "groups",
  sum: "sum of",
  avg: "average of",
  min: "minimum of",
  max: "maximum of",
  median: "median of",
  p75: "75th percentile of",
  p90: "90th percentile of",
  p95: "95th percentile of",
  p99: "99th percentile of",
  avg_count_per_actor: "average per person",
  median_count_per_actor: "median per person",
  max_count_per_actor: "most per person",
};

const STATISTICS = new Set(["sum", "avg", "min", "max", "median", "p75", "p90", "p95", "p99"]);

interface MathFieldsProps {
  /** Name of the counted events, for screen readers. */
  name: string;
  entity: Entity;
  set: (change: Partial<Entity>) => void;
}

/** The math of a series. A statistic waits for its property: until then events are counted. */
export function MathFields({ name, entity, set }: MathFieldsProps) {
  const { math = "total", math_property: property, id, type } = entity;
  const isStatistic = STATISTICS.has(math);
  const event = type === "events" && id !== null ? String(id) : undefined;
  return (
    <>
      <Choice
        label={`Math of ${name}`}
        options={MATHS}
        value={math}
        onChange={(next) =>
          set({
            math: next,
            math_property: STATISTICS.has(next) ? (property ?? SESSION_LENGTH) : null,
            math_group_type_index: next === "unique_group" ? 0 : null,
          })
        }
      />
      {isStatistic && (
        <PropertyField
          label={`Property of the math of ${name}`}
          isRequired
          value={{ owner: property === SESSION_LENGTH ? "session" : "event", key: property ?? "" }}
          onChange={({ key }) => set({ math_property: key })}
          owners={["event", "session"]}
          event={event}
        />
      )}
      {math === "unique_group" && (
        <GroupTypes
          label={`Groups of ${name}`}
          value={entity.math_group_type_index ?? 0}
          onChange={(index) => set({ math_group_type_index: index })}
        />
      )}
    </>
  );
}

interface GroupTypesProps {
  label: string;
  value: number;
  onChange: (index: number) => void;
}

function GroupTypes({ label, value, onChange }: GroupTypesProps) {
  const types = useGroupTypes();
  if (types.length === 0) return <span class="hint">There are no groups.</span>;
  return (
    <Choice
      label={label}
      options={Object.fromEntries(types.map(({ group_type: name, group_type_index: index }) => [String(index), name]))}
      value={String(value)}
      onChange={(index) => onChange(Number(index))}
    />
  );
}
