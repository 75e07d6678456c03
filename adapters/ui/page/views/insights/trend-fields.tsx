import { DraftInput } from "../../parts/draft-input.tsx";
import { NumberField } from "./number-field.tsx";
import type { FieldsProps } from "./fields-props.ts";

/** The formula over the series, and smoothing. */
export function TrendFields({ question, set }: FieldsProps) {
  const { formula, smoothing_intervals: smoothing } = question;
  return (
    <section class="field">
      <label class="row number-field">
        <span>Formula</span>
        <DraftInput
          label="Formula of the series"
          placeholder="such as A / B"
          value={formula ?? ""}
          onChange={(text) => set({ formula: text.trim() === "" ? undefined : text.trim().toUpperCase() })}
        />
      </label>
      <NumberField
        label="Rolling average (points)"
        placeholder="1"
        value={smoothing}
        onChange={(count) => set({ smoothing_intervals: count === undefined || count <= 1 ? undefined : count })}
      />
    </section>
  );
}
