import type { ComponentChildren } from "preact";
import { ApiError } from "../api.ts";
import type { Loaded } from "../use-loaded.ts";

/** Shows that data are loading, also to screen readers. `cancel` adds a button to stop. */
export function Loading({ what, cancel }: { what: string; cancel?: () => void }) {
  return (
    <p class="state loading" role="status">
      <span class="spinner" aria-hidden="true" /> Loading {what} …
      {cancel !== undefined && (
        <button type="button" onClick={cancel}>
          Stop
        </button>
      )}
    </p>
  );
}

/** Shows an error in the API's words, with the invalid field. */
export function ErrorNote({ error, retry }: { error: Error; retry?: () => void }) {
  const attr = error instanceof ApiError ? error.attr : null;
  return (
    <div class="state error" role="alert">
      <p>
        {attr !== null && <code>{attr}</code>} {error.message}
      </p>
      {retry !== undefined && (
        <button type="button" onClick={retry}>
          Try again
        </button>
      )}
    </div>
  );
}

/** Shows that there are no data, with advice. */
export function Empty({ children }: { children: ComponentChildren }) {
  return <div class="state empty">{children}</div>;
}

interface AnsweredProps<Data> {
  answer: Loaded<Data>;
  /** The name of the data, e.g. "persons". */
  what: string;
  children: (data: Data) => ComponentChildren;
}

/** The states of an answer: loading (with the old data, dimmed), an error, or the data. */
export function Answered<Data>({ answer, what, children }: AnsweredProps<Data>) {
  const { data, error, isLoading, reload, cancel } = answer;
  if (error !== undefined) return <ErrorNote error={error} retry={reload} />;
  if (data === undefined) return isLoading ? <Loading what={what} cancel={cancel} /> : <Stopped retry={reload} />;
  return (
    <div class="answered" aria-busy={isLoading}>
      {children(data)}
    </div>
  );
}

function Stopped({ retry }: { retry: () => void }) {
  return (
    <p class="state">
      Stopped.{" "}
      <button type="button" onClick={retry}>
        Refresh
      </button>
    </p>
  );
}
