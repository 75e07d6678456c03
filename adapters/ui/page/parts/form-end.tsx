import { ErrorNote } from "./states.tsx";

interface FormEndProps {
  /** The word on the button that sends the form, e.g. "Save". */
  verb: string;
  close: () => void;
  /** What went wrong when it was sent last. */
  error: Error | undefined;
  isRunning?: boolean;
}

/** The end of a form in a dialog: what went wrong, the way out, and the button that sends it. */
export function FormEnd({ verb, close, error, isRunning = false }: FormEndProps) {
  return (
    <>
      {error !== undefined && <ErrorNote error={error} />}
      <div class="actions">
        <button type="button" onClick={close}>
          Cancel
        </button>
        <button type="submit" class="primary" disabled={isRunning}>
          {verb}
        </button>
      </div>
    </>
  );
}
