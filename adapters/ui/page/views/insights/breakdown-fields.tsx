import { CompletedInput } from "../../parts/completed-input.tsx";
import { propertyNames } from "../../parts/completions.ts";
import type { PropertyOwner } from "../../parts/completions.ts";
import { useProject } from "../../project.ts";
import { Choice } from "./choice.tsx";
import { CohortChoice } from "./cohort-choice.tsx";
import { kindOf } from "./kinds.ts";
import { useGroupTypes } from "./math-fields.tsx";
import { NumberField } from "./number-field.tsx";
import { entitiesOf, nameOf } from "./question.ts";
import type { FieldsProps } from "./fields-props.ts";

const SESSION = "$session_duration";

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
  const groups = useGroupTypes();
  const owners = {
    none: "nothing",
    event: "event property",
    person: "person property",
    cohort: "cohorts",
    ...(!isFunnel && { session: "length of session" }),
    ...Object.fromEntries(
      groups.map(({ group_type: name, group_type_index: index }) => [`group${index}`, `${name} property`]),
    ),
  };
  const owner = breakdown === undefined ? "none" : type === "group" ? `group${group ?? 0}` : type;
  const choose = (next: string) => set({ ...CLEARED, ...toBreakdown(next) });
  return (
    <section class="field">
      <h2>Broken down by</h2>
      <div class="row">
        <Choice label="Broken down by" options={owners} value={owner} onChange={choose} />
        {["event", "person", "group"].includes(type) && breakdown !== undefined && (
          <Property question={question} set={set} />
        )}
      </div>
      {type === "cohort" && breakdown !== undefined && (
        <CohortChoice value={[breakdown].flat()} onChange={(ids) => set({ breakdown: ids })} />
      )}
      {breakdown !== undefined && !isFunnel && type !== "cohort" && (
        <NumberField
          label="Number of bins"
          placeholder="no bins"
          value={question.breakdown_histogram_bin_count}
          onChange={(count) => set({ breakdown_histogram_bin_count: count })}
        />
      )}
      {breakdown !== undefined && type !== "cohort" && (
        <NumberField
          label="Show top"
          placeholder="25"
          value={question.breakdown_limit}
          onChange={(count) => set({ breakdown_limit: count })}
        />
      )}
      {isFunnel && breakdown !== undefined && <Attribution question={question} set={set} />}
    </section>
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

/** A breakdown without a property, which is chosen next. */
function toBreakdown(owner: string) {
  const group = /^group(\d)$/.exec(owner);
  if (group !== null)
    return { breakdown: "name", breakdown_type: "group", breakdown_group_type_index: Number(group[1]) };
  if (owner === "none") return {};
  if (owner === "cohort") return { breakdown: ["all"], breakdown_type: owner };
  if (owner === "session") return { breakdown: SESSION, breakdown_type: owner, breakdown_histogram_bin_count: 5 };
  return { breakdown: owner === "event" ? "$browser" : "$geoip_country_code", breakdown_type: owner };
}

function Property({ question, set }: FieldsProps) {
  const { P } = useProject();
  const { breakdown, breakdown_type: type = "event", breakdown_group_type_index: groupTypeIndex } = question;
  const shown = [breakdown].flat().join(", ");
  return (
    <CompletedInput
      label="Property to break down by"
      placeholder="property"
      isRequired
      value={shown}
      onChange={(text) => set({ breakdown: text.trim() })}
      complete={(text, signal) =>
        propertyNames(P, type as PropertyOwner, { text: text === shown ? "" : text, groupTypeIndex, signal })
      }
      about={[type, groupTypeIndex]}
    />
  );
}

function Attribution({ question, set }: FieldsProps) {
  const { breakdown_attribution_type: type = "first_touch", breakdown_attribution_value: step = 0 } = question;
  const steps = Object.fromEntries(
    entitiesOf(question).map((entity, index) => [String(index), `${index + 1} ${nameOf(entity)}`]),
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
