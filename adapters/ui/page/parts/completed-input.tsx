import { useEffect, useId, useState } from "preact/hooks";
import { useLoaded } from "../use-loaded.ts";
import { useDraft } from "../use-draft.ts";

interface CompletedInputProps {
  /** Its name for screen readers, also shown as the placeholder. */
  label: string;
  value: string;
  /** Called with the text when the user leaves the field, presses Enter, or chooses a completion. */
  onChange: (text: string) => void;
  /** Finds completions for the text so far, once the field is in use. @default no completions */
  complete?: (text: string, signal: AbortSignal) => Promise<readonly string[]>;
  /** Further input of the completions: they are loaded again when it changes. */
  about?: unknown;
  type?: "text" | "number";
  placeholder?: string;
  /** Restore the last value when the field is left empty. */
  isRequired?: boolean;
}

/** Pause in typing, in ms, after which completions are loaded. A shorter pause sends more requests. */
const PAUSE_MS = 150;

/** A text field with completions from the data. The text counts only when it is finished. */
export function CompletedInput(props: CompletedInputProps) {
  const { label, value, onChange, complete, about, type = "text", placeholder = label, isRequired = false } = props;
  const [draft, setDraft] = useDraft(value);
  const [isUsed, setIsUsed] = useState(false);
  const list = useId();
  const names = useCompletions(isUsed ? complete : undefined, draft, about);
  const commit = (text: string) => {
    if (isRequired && text.trim() === "") setDraft(value);
    else if (text !== value) onChange(text);
  };
  return (
    <>
      <input
        type={type}
        class="completed"
        aria-label={label}
        placeholder={placeholder}
        autocomplete="off"
        spellcheck={false}
        list={complete === undefined ? undefined : list}
        value={draft}
        onFocus={() => setIsUsed(true)}
        onInput={(event) => {
          const text = event.currentTarget.value;
          setDraft(text);
          // A completion was chosen.
          if (event.inputType === "insertReplacementText") commit(text);
        }}
        onBlur={(event) => commit(event.currentTarget.value)}
        onKeyDown={(event) => event.key === "Enter" && commit(event.currentTarget.value)}
      />
      {complete !== undefined && (
        <datalist id={list}>
          {names.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
      )}
    </>
  );
}

/** The completions of a text after a pause in typing. None if they cannot be loaded, since any text is allowed. */
function useCompletions(complete: CompletedInputProps["complete"], text: string, about: unknown): readonly string[] {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const answer = useLoaded(complete === undefined ? null : [settled, about], async (signal) =>
    complete === undefined ? [] : complete(settled, signal).catch(() => []),
  );
  return answer.data ?? [];
}
