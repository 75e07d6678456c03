import { ErrorNote } from "../../parts/states.tsx";
import type { Action } from "../../use-action.ts";

interface SaveRowProps {
  save: Pick<Action<never>, "isRunning" | "error" | "isDone">;
  /** @default "Save" */
  verb?: string;
  /** The action of a button outside a form. */
  onClick?: () => void;
}

/** The end of a form: its button, and the state of saving. */
export function SaveRow({ save: { isRunning, error, isDone }, verb = "Save", onClick }: SaveRowProps) {
  return (
    <>
      {error !== undefined && <ErrorNote error={error} />}
      <div class="actions">
        <button
          type={onClick === undefined ? "submit" : "button"}
          class="primary"
          disabled={isRunning}
          onClick={onClick}
        >
          {verb}
        </button>
        <span role="status" class="hint">
          {isRunning ? "Saving …" : isDone ? "Saved." : ""}
        </span>
      </div>
    </>
  );
}
