interface DefinitionTextProps {
  value: string;
  onChange: (json: string) => void;
}

/** A definition as JSON, for definitions that the form cannot show. */
export function DefinitionText({ value, onChange }: DefinitionTextProps) {
  return (
    <label class="field">
      <span>Definition (JSON)</span>
      <textarea
        rows={12}
        spellcheck={false}
        class="definition-text"
        value={value}
        onInput={(event) => onChange(event.currentTarget.value)}
      />
      <span class="hint">The form cannot show this definition, so you edit it as JSON.</span>
    </label>
  );
}
