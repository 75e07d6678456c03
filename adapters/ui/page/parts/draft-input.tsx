import { useDraft } from "../use-draft.ts";

interface DraftInputProps {
  /** The field's name for screen readers, also shown as the placeholder. */
  label: string;
  value: string;
  /** Called with the text when the user leaves the field or presses Enter. */
  onChange: (text: string) => void;
  type?: "text" | "number";
  placeholder?: string;
}

/** A field whose text counts only when it is finished. */
export function DraftInput({ label, value, onChange, type = "text", placeholder = label }: DraftInputProps) {
  const [draft, setDraft] = useDraft(value);
  const commit = (text: string) => text !== value && onChange(text);
  return (
    <input
      type={type}
      class="completed"
      aria-label={label}
      placeholder={placeholder}
      autocomplete="off"
      spellcheck={false}
      value={draft}
      onInput={(event) => setDraft(event.currentTarget.value)}
      onBlur={(event) => commit(event.currentTarget.value)}
      onKeyDown={(event) => event.key === "Enter" && commit(event.currentTarget.value)}
    />
  );
}
