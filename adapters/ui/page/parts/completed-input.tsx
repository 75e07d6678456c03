import { useEffect, useId, useState } from "preact/hooks";
import { useAnswer } from "../use-answer.ts";
import { useDraft } from "../use-draft.ts";

interface CompletedInputProps {
  /** What screen readers call it; shown as the placeholder too. */
  label: string;
  value: string;
  /** Called with what was typed when the field is left, at Enter, and when a completion is chosen. */
  onChange: (text: string) => void;
  /** What may be meant by the text typed so far, asked once the field is in use. @default nothing is completed */
  complete?: (text: string, signal: AbortSignal) => Promise<readonly string[]>;
  /** What the completions depend on beside the text: they are asked for again when it changes. */
  about?: unknown;
  type?: "text" | "number";
  placeholder?: string;
  /** A field that is left empty shows again what it was. */
  isRequired?: boolean;
}

/** Milliseconds without typing after which completions are asked for. */
const PAUSE_MS = 150;

/** A field of text with completions out of the data. What is typed counts only once it is whole. */
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

/** The completions of a text that is no longer typed on. None where they cannot be had: any text is allowed. */
function useCompletions(complete: CompletedInputProps["complete"], text: string, about: unknown): readonly string[] {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const answer = useAnswer(complete === undefined ? null : [settled, about], async (signal) =>
    complete === undefined ? [] : complete(settled, signal).catch(() => []),
  );
  return answer.data ?? [];
}
