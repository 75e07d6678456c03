import { useRef, useState } from "preact/hooks";

/**
 * The text of a field before it counts: it starts as the value, and is reset when the value changes from outside. It is
 * compared at each drawing, since an effect runs a frame later and would undo the text that was typed until then.
 * `tell` announces a value that comes from this field, which resets nothing.
 * @example
 * const [draft, setDraft, tell] = useDraft(value);
 */
export function useDraft<Value>(
  value: Value,
): [draft: Value, setDraft: (draft: Value) => void, tell: (value: Value) => void] {
  const [draft, setDraft] = useState(value);
  const seen = useRef(value);
  const told = useRef(value);
  let shown = draft;
  if (seen.current !== value) {
    if (told.current !== value) setDraft((shown = value));
    seen.current = value;
    told.current = value;
  }
  return [shown, setDraft, (next) => (told.current = next)];
}
