interface ChoiceProps<Value extends string> {
  /** The field's name for screen readers. */
  label: string;
  /** The shown text, by value. */
  options: Readonly<Record<Value, string>>;
  value: string;
  onChange: (value: Value) => void;
}

/** A choice among a few values. */
export function Choice<Value extends string>({ label, options, value, onChange }: ChoiceProps<Value>) {
  return (
    <select aria-label={label} value={value} onChange={(event) => onChange(event.currentTarget.value as Value)}>
      {(Object.entries(options) as [Value, string][]).map(([name, words]) => (
        <option key={name} value={name}>
          {words}
        </option>
      ))}
    </select>
  );
}
