import { DraftInput } from "../../parts/draft-input.tsx";

interface NumberFieldProps {
  /** Shown before the field. */
  label: string;
  /** Undefined = the API's default. */
  value: number | undefined;
  onChange: (value: number | undefined) => void;
  /** The API's default, in words. */
  placeholder: string;
}

/** A whole number, or nothing. */
export function NumberField({ label, value, onChange, placeholder }: NumberFieldProps) {
  return (
    <label class="row number-field">
      <span>{label}</span>
      <DraftInput
        type="number"
        label={label}
        placeholder={placeholder}
        value={value === undefined ? "" : String(value)}
        onChange={(text) => onChange(text === "" ? undefined : Math.round(Number(text)))}
      />
    </label>
  );
}
