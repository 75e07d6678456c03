import { Code } from "../../parts/code.tsx";
import type { NewKey } from "./key.ts";

/** The value of a new key, which is shown only once and stored nowhere. */
export function KeyValue({ made, close }: { made: NewKey; close: () => void }) {
  return (
    <div class="settings-made stack" role="status">
      <p>
        <strong>{made.label}</strong> is ready. Copy its value now: it is not shown again.
      </p>
      <Code name={`Value of ${made.label}`} text={made.value} />
      <div class="actions">
        <button type="button" onClick={close}>
          I have it
        </button>
      </div>
    </div>
  );
}
