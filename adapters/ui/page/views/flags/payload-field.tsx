import { useId } from "preact/hooks";
import { payloadFault } from "./flag-draft.ts";

interface PayloadFieldProps {
  label: string;
  /** JSON; empty = no payload. */
  value: string;
  onChange: (text: string) => void;
}

/** A payload as JSON, with its fault below. */
export function PayloadField({ label, value, onChange }: PayloadFieldProps) {
  const id = useId();
  const fault = payloadFault(value);
  return (
    <label class="field">
      <span class="hint">{label}</span>
      <textarea
        rows={value.includes("\n") ? 6 : 2}
        class="payload"
        spellcheck={false}
        placeholder="none"
        aria-invalid={fault !== null}
        aria-describedby={fault === null ? undefined : id}
        value={value}
        onInput={(event) => onChange(event.currentTarget.value)}
      />
      {fault !== null && (
        <span id={id} class="field-error">
          {fault}
        </span>
      )}
    </label>
  );
}
