import { Combobox } from "../../parts/combobox.tsx";
import type { Known } from "../../parts/combobox.tsx";
import { DraftInput } from "../../parts/draft-input.tsx";

interface TextListProps {
  /** Shown above the fields. */
  label: string;
  value: readonly string[] | undefined;
  /** Undefined = none is left. */
  onChange: (texts: string[] | undefined) => void;
  /** Shown in the empty field. @default "+" */
  example?: string;
  /** Finds options. @default none */
  find?: (text: string, signal: AbortSignal) => Promise<readonly Known[]>;
}

/** Several texts: a field for each, and an empty field for a new text. A text that is emptied is removed. */
export function TextList({ label, value = [], onChange, example = "+", find }: TextListProps) {
  const change = (texts: string[]) => {
    const full = texts.map((text) => text.trim()).filter((text) => text !== "");
    onChange(full.length === 0 ? undefined : full);
  };
  return (
    <fieldset class="filters" aria-label={label}>
      <span>{label}</span>
      <div class="filter-row">
        {[...value, ""].map((text, index) => {
          const isNew = index === value.length;
          const props = {
            label: isNew ? `${label}: another` : `${label} ${index + 1}`,
            placeholder: isNew ? example : "",
            value: text,
            onChange: (next: string) => change(isNew ? [...value, next] : value.with(index, next)),
          };
          return find === undefined ? (
            <DraftInput key={index} {...props} />
          ) : (
            <Combobox key={index} {...props} find={find} />
          );
        })}
      </div>
    </fieldset>
  );
}
