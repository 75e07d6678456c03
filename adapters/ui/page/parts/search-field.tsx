import { useEffect } from "preact/hooks";
import { useDraft } from "../use-draft.ts";
import { useSettled } from "./use-settled.ts";

interface SearchFieldProps {
  label: string;
  placeholder: string;
  value: string;
  /** Called with the text after a pause in typing. */
  onChange: (text: string) => void;
}

/** A search field; the text counts after a pause in typing. */
export function SearchField({ label, placeholder, value, onChange }: SearchFieldProps) {
  const [draft, setDraft, tell] = useDraft(value);
  const settled = useSettled(draft);
  useEffect(() => {
    if (settled !== draft || settled === value) return;
    tell(settled);
    onChange(settled);
  }, [settled]);
  return (
    <input
      type="search"
      class="search-field"
      aria-label={label}
      placeholder={placeholder}
      value={draft}
      onInput={(event) => setDraft(event.currentTarget.value)}
    />
  );
}
