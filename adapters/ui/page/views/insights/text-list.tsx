import { CompletedInput } from "../../parts/completed-input.tsx";

interface TextListProps {
  /** Shown above the fields. */
  label: string;
  value: readonly string[] | undefined;
  /** Undefined = none is left. */
  onChange: (texts: string[] | undefined) => void;
  complete?: (text: string, signal: AbortSignal) => Promise<readonly string[]>;
}

/** Several texts: a field for each, and an empty field for a new text. A text that is emptied is removed. */
export function TextList({ label, value = [], onChange, complete }: TextListProps) {
  const change = (texts: string[]) => {
    const full = texts.map((text) => text.trim()).filter((text) => text !== "");
    onChange(full.length === 0 ? undefined : full);
  };
  return (
    <fieldset class="filters" aria-label={label}>
      <span>{label}</span>
      <div class="filter-row">
        {[...value, ""].map((text, index) => (
          <CompletedInput
            key={index}
            label={index < value.length ? `${label} ${index + 1}` : `${label}: another`}
            placeholder={index < value.length ? "" : "+"}
            value={text}
            onChange={(next) => change(index < value.length ? value.with(index, next) : [...value, next])}
            {...(complete !== undefined && { complete })}
          />
        ))}
      </div>
    </fieldset>
  );
}
