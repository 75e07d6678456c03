import { useState } from "preact/hooks";
import { CompletedInput } from "./completed-input.tsx";
import { presetOf, PRESETS, toRange } from "./date-ranges.ts";
import type { DateRangeValue } from "./date-ranges.ts";
export type { DateRangeValue } from "./date-ranges.ts";

interface DateRangeProps {
  value: DateRangeValue;
  /** Receives both dates; an absent date is unset. */
  onChange: (range: DateRangeValue) => void;
}

const OWN = "own";

/** The dates of a question: a preset, or two dates (days, or relative such as -14d). */
export function DateRange({ value, onChange }: DateRangeProps) {
  const preset = presetOf(value);
  const [isOwn, setIsOwn] = useState(preset === -1);
  const showsOwn = isOwn || preset === -1;
  const choose = (chosen: string) => {
    setIsOwn(chosen === OWN);
    const found = PRESETS[Number(chosen)];
    if (found !== undefined) onChange(toRange(found.from, found.to));
  };
  return (
    <div class="row date-range">
      <select
        aria-label="Dates"
        value={showsOwn ? OWN : String(preset)}
        onChange={(event) => choose(event.currentTarget.value)}
      >
        {PRESETS.map(({ name }, index) => (
          <option key={name} value={String(index)}>
            {name}
          </option>
        ))}
        <option value={OWN}>Own dates …</option>
      </select>
      {showsOwn && <OwnDates value={value} onChange={onChange} />}
    </div>
  );
}

function OwnDates({ value, onChange }: DateRangeProps) {
  const { date_from: from, date_to: to } = value;
  const change = (nextFrom: string, nextTo: string) =>
    onChange(toRange(nextFrom === "" ? "-7d" : nextFrom, nextTo === "" ? null : nextTo));
  return (
    <>
      <CompletedInput
        label="From (a day such as 2024-03-01, or -14d)"
        placeholder="2024-03-01"
        value={from ?? "-7d"}
        onChange={(text) => change(text.trim(), to ?? "")}
      />
      <CompletedInput
        label="To (a day, or nothing for now)"
        placeholder="now"
        value={to ?? ""}
        onChange={(text) => change(from ?? "-7d", text.trim())}
      />
    </>
  );
}
