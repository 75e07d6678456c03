import { Choice } from "../../parts/choice.tsx";
import { ExclusionList } from "./exclusion-list.tsx";
import { kindOf } from "./kinds.ts";
import { useGroupTypes } from "../../parts/use-group-types.ts";
import { NumberField } from "./number-field.tsx";
import { entitiesOf, entityName } from "./question.ts";
import type { FieldsProps } from "./fields-props.ts";

const ORDERS = {
  ordered: "in order",
  strict: "in order, nothing between",
  unordered: "in any order",
};

const UNITS = { second: "seconds", minute: "minutes", hour: "hours", day: "days", week: "weeks", month: "months" };

/** The order and the window of a funnel's steps. */
export function FunnelFields({ question, set }: FieldsProps) {
  const { funnel_order_type: order = "ordered", funnel_viz_type: view = "steps", funnel_window_days: days } = question;
  const { funnel_window_interval: length, funnel_window_interval_unit: unit = "day" } = question;
  return (
    <>
      <Choice
        label="Order of the steps"
        options={ORDERS}
        value={order}
        onChange={(next) => set({ funnel_order_type: next })}
      />
      <span class="row">
        <NumberField
          label="Within"
          words={["within"]}
          placeholder="14"
          value={days ?? length}
          onChange={(count) => set({ funnel_window_days: undefined, funnel_window_interval: count })}
        />
        <Choice
          label="Unit of the window"
          options={UNITS}
          value={days === undefined ? unit : "day"}
          onChange={(next) =>
            set({
              funnel_window_days: undefined,
              funnel_window_interval: days ?? length,
              funnel_window_interval_unit: next,
            })
          }
        />
      </span>
      <Actors question={question} set={set} />
      {kindOf(question) === "funnel" && view !== "steps" && <FromTo question={question} set={set} />}
      {kindOf(question) === "funnel" && view === "time_to_convert" && (
        <NumberField
          label="Bins"
          words={["in", "bins"]}
          placeholder="automatic"
          value={typeof question.bin_count === "number" ? question.bin_count : undefined}
          onChange={(bin_count) => set({ bin_count })}
        />
      )}
      <ExclusionList question={question} set={set} />
    </>
  );
}

/** The actors of the funnel: persons, or groups. */
export function Actors({ question, set }: FieldsProps) {
  const groups = useGroupTypes();
  const { aggregation_group_type_index: index } = question;
  if (groups.length === 0 && index === undefined) return null;
  const options = {
    persons: "persons",
    ...Object.fromEntries(
      groups.map(({ group_type: name, group_type_index: each }) => [String(each), `groups: ${name}`]),
    ),
  };
  return (
    <>
      <span>counting</span>
      <Choice
        label="Actors"
        options={options}
        value={index === undefined ? "persons" : String(index)}
        onChange={(next) => set({ aggregation_group_type_index: next === "persons" ? undefined : Number(next) })}
      />
    </>
  );
}

function FromTo({ question, set }: FieldsProps) {
  const steps = entitiesOf(question).map(
    (entity, index) => [String(index), `${index + 1} ${entityName(entity)}`] as const,
  );
  const last = steps.length - 1;
  return (
    <div class="row">
      from
      <Choice
        label="From step"
        options={Object.fromEntries(steps.slice(0, -1))}
        value={String(question.funnel_from_step ?? 0)}
        onChange={(step) => set({ funnel_from_step: Number(step) })}
      />
      to
      <Choice
        label="To step"
        options={Object.fromEntries(steps.slice(1))}
        value={String(question.funnel_to_step ?? last)}
        onChange={(step) => set({ funnel_to_step: Number(step) })}
      />
    </div>
  );
}
