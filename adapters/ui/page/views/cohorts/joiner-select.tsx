import type { Joiner } from "./cohort-draft.ts";

interface JoinerSelectProps {
  label: string;
  value: Joiner;
  /** The texts for "all" and "any". */
  words: readonly [all: string, any: string];
  onChange: (joiner: Joiner) => void;
}

/** A choice: must all hold, or is one enough? */
export function JoinerSelect({ label, value, words: [all, any], onChange }: JoinerSelectProps) {
  return (
    <select aria-label={label} value={value} onChange={(event) => onChange(event.currentTarget.value as Joiner)}>
      <option value="AND">{all}</option>
      <option value="OR">{any}</option>
    </select>
  );
}
