import { useState } from "preact/hooks";
import { withQuery } from "../../hash.ts";
import { ErrorNote } from "../../parts/states.tsx";
import { useProject } from "../../project.ts";
import { useAction } from "../../use-action.ts";
import { readPasted, toSql } from "./pasted.ts";
import { convert } from "./to-query.ts";
import { goTo } from "./use-address.ts";
import { go, here } from "../../use-hash.ts";

/** Opens a question that is pasted: a link to an insight in PostHog, or the JSON of a query. */
export function Paste() {
  const { P } = useProject();
  const [text, setText] = useState("");
  const open = useAction(async () => {
    const pasted = readPasted(text);
    if (pasted === null) throw new Error("There is no question in this text: paste a link to an insight, or its JSON.");
    const sql = "query" in pasted ? toSql(pasted.query) : null;
    if (sql !== null) {
      go(here(withQuery("/sql", { q: sql })));
      return;
    }
    const { question } = await convert(P, pasted);
    if (question === null) throw new Error("The editor has no form for this query. The API answers it: POST query/.");
    goTo("new", question);
  });
  return (
    <details class="paste">
      <summary>Open a question from PostHog …</summary>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          void open.run();
        }}
      >
        <label class="field">
          <span>Link to an insight, or JSON of a query</span>
          <textarea rows={3} required value={text} onInput={(event) => setText(event.currentTarget.value)} />
        </label>
        <div class="actions">
          <button type="submit" disabled={open.isRunning}>
            Open
          </button>
        </div>
        {open.error !== undefined && <ErrorNote error={open.error} />}
      </form>
    </details>
  );
}
