import { useState } from "preact/hooks";
import { ErrorNote } from "./parts/states.tsx";
import { signIn } from "./session.ts";

/** Asks for a personal API key, which is sent to the server once and stays there. */
export function SignInView({ done }: { done: () => void }) {
  const [error, setError] = useState<Error>();
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const key = new FormData(event.currentTarget as HTMLFormElement).get("key");
    try {
      await signIn(String(key));
      done();
    } catch (cause) {
      setError(cause as Error);
    }
  };
  return (
    <main class="sign-in">
      <h1>hoglet</h1>
      <form class="form" onSubmit={(event) => void submit(event)}>
        <label class="field">
          <span>Personal API key</span>
          <input name="key" type="password" autocomplete="off" placeholder="phx_…" required />
        </label>
        <p class="hint">
          One is made by <code>hoglet keys create --label page</code>. The page may do what the key may do.
        </p>
        {error !== undefined && <ErrorNote error={error} />}
        <button type="submit" class="primary">
          Sign in
        </button>
      </form>
    </main>
  );
}
