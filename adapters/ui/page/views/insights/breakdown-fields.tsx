import type { PropertyOwner } from "../../parts/completions.tsx";
import { PropertyField } from "../../parts/property-field.tsx";
import type { PickedProperty } from "../../parts/property-field.tsx";
import { Choice } from "../../parts/choice.tsx";
import { CohortChoice } from "./cohort-choice.tsx";
import { kindOf } from "./kinds.ts";
import { NumberField } from "./number-field.tsx";
import { entitiesOf, entityName } from "./question.ts";
import type { QuestionDraft } from "./question.ts";
import type { FieldsProps } from "./fields-props.ts";

const ATTRIBUTIONS = {
  first_touch: "First value",
  last_touch: "Last value",
  all_events: "Each value",
  step: "Value at step …",
};

/** The breakdown of a trend or a funnel. */
export function BreakdownFields({ question, set }: FieldsProps) {
  const { breakdown, breakdown_type: type = "event", breakdown_group_type_index: group } = question;
  const isFunnel = kindOf(question) === "funnel";
  return (
    <>
      <span>by</span>
      <PropertyField
        label="Broken down by"
        placeholder="nothing"
        value={toProperty(type, breakdown, group)}
        shown={breakdown !== undefined && type === "cohort" ? "cohorts" : undefined}
        onChange={(picked) => set({ ...CLEARED, ...toBreakdown(picked) })}
        owners={isFunnel ? ["event", "person", "group", "cohort"] : ["event", "person", "group", "session", "cohort"]}
      />
      {type === "cohort" && breakdown !== undefined && (
        <CohortChoice value={[breakdown].flat()} onChange={(ids) => set({ breakdown: ids })} />
      )}
      {breakdown !== undefined && !isFunnel && type !== "cohort" && (
        <NumberField
          label="Number of bins"
          words={["in", "bins"]}
          placeholder="no"
          value={question.breakdown_histogram_bin_count}
          onChange={(count) => set({ breakdown_histogram_bin_count: count })}
        />
      )}
      {breakdown !== undefined && type !== "cohort" && (
        <NumberField
          label="Show top"
          words={["the", "largest"]}
          placeholder="25"
          value={question.breakdown_limit}
          onChange={(count) => set({ breakdown_limit: count })}
        />
      )}
      {isFunnel && breakdown !== undefined && <Attribution question={question} set={set} />}
    </>
  );
}

const CLEARED = {
  breakdown: undefined,
  breakdown_type: undefined,
  breakdown_group_type_index: undefined,
  breakdown_limit: undefined,
  breakdown_histogram_bin_count: undefined,
  breakdown_attribution_type: undefined,
  breakdown_attribution_value: undefined,
};

function toProperty(type: string, breakdown: QuestionDraft["breakdown"], index: number | undefined): PickedProperty {
  const owner = type as PropertyOwner;
  return { owner, key: [breakdown ?? ""].flat().join(", "), ...(owner === "group" && { groupTypeIndex: index ?? 0 }) };
}

function toBreakdown({ owner, key, groupTypeIndex, cohortId }: PickedProperty) {
  if (cohortId !== undefined) return { breakdown: [cohortId, "all"], breakdown_type: owner };
  if (key === "") return {};
  if (owner === "group")
    return { breakdown: key, breakdown_type: owner, breakdown_group_type_index: groupTypeIndex ?? 0 };
  return { breakdown: key, breakdown_type: owner, ...(owner === "session" && { breakdown_histogram_bin_count: 5 }) };
}

function Attribution({ question, set }: FieldsProps) {
  const { breakdown_attribution_type: type = "first_touch", breakdown_attribution_value: step = 0 } = question;
  const steps = Object.fromEntries(
    entitiesOf(question).map((entity, index) => [String(index), `${index + 1} ${entityName(entity)}`]),
  );
  return (
    <div class="row">
      <Choice
        label="Which value counts"
        options={ATTRIBUTIONS}
        value={type}
        onChange={(next) =>
          set({ breakdown_attribution_type: next, breakdown_attribution_value: next === "step" ? 0 : undefined })
        }
      />
      {type === "step" && (
        <Choice
          label="Step whose value counts"
          options={steps}
          value={String(step)}
          onChange={(next) => set({ breakdown_attribution_value: Number(next) })}
        />
      )}
    </div>
  );
}
