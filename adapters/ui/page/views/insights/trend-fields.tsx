import { DraftInput } from "../../parts/draft-input.tsx";
import { NumberField } from "./number-field.tsx";
import type { FieldsProps } from "./fields-props.ts";

/** The formula over the series, and smoothing. */
export function TrendFields({ question, set }: FieldsProps) {
  const { formula, smoothing_intervals: smoothing } = question;
  return (
    <>
      <label class="row number-field">
        <span>formula</span>
        <DraftInput
          label="Formula of the series"
          placeholder="such as A / B"
          value={formula ?? ""}
          onChange={(text) => set({ formula: text.trim() === "" ? undefined : text.trim().toUpperCase() })}
        />
      </label>
      <NumberField
        label="Points of the rolling average"
        words={["averaged over", "points"]}
        placeholder="1"
        value={smoothing}
        onChange={(count) => set({ smoothing_intervals: count === undefined || count <= 1 ? undefined : count })}
      />
    </>
  );
}
