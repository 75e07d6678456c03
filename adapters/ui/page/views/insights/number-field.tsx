import { DraftInput } from "../../parts/draft-input.tsx";

interface NumberFieldProps {
  label: string;
  /** Shown before and after the field. */
  words: readonly [before: string, after?: string];
  /** Undefined = the API's default. */
  value: number | undefined;
  onChange: (value: number | undefined) => void;
  /** The API's default, in words. */
  placeholder: string;
}

/** A whole number, or nothing. */
export function NumberField({ label, words, value, onChange, placeholder }: NumberFieldProps) {
  return (
    <label class="row number-field">
      <span>{words[0]}</span>
      <DraftInput
        type="number"
        label={label}
        placeholder={placeholder}
        value={value === undefined ? "" : String(value)}
        onChange={(text) => onChange(text === "" ? undefined : Math.round(Number(text)))}
      />
      <span>{words[1]}</span>
    </label>
  );
}
