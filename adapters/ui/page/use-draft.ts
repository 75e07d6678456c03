import { useRef, useState } from "preact/hooks";

/**
 * What is typed into a field before it counts: begins as the value, and becomes it again when the value is changed from
 * outside. It is compared at each drawing, since an effect comes a frame later and would take back what was typed till then.
 * `tell` says beforehand that a value will come from here: it takes back nothing either.
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
