import { ErrorNote } from "./states.tsx";

interface FormEndProps {
  /** The text of the button that sends the form, e.g. "Save". */
  verb: string;
  close: () => void;
  /** The error of the last try. */
  error: Error | undefined;
  isRunning?: boolean;
}

/** The end of a form in a dialog: the error, the cancel button, and the button that sends it. */
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
