import { COMMAND } from "../../keys/command.ts";
import { MOST_ROWS } from "./ask.ts";
import { CodeField } from "./code-field.tsx";

const LIMITS = [100, 1000, 10_000, MOST_ROWS];

interface EditorProps {
  sql: string;
  limit: number;
  onInput: (sql: string) => void;
  run: (sql: string, limit?: number) => void;
}

/** The editor of the statement. Tab leaves it, like any field; Ctrl or ⌘ and Enter runs it. */
export function Editor({ sql, limit, onInput, run }: EditorProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    run(sql);
  };
  return (
    <form
      class="stack"
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault();
        run(sql);
      }}
    >
      <CodeField
        label="SELECT"
        value={sql}
        placeholder="SELECT event, count() FROM events GROUP BY event ORDER BY 2 DESC"
        onInput={onInput}
      />
      <div class="actions">
        <button type="submit" class="primary">
          Run
        </button>
        <label class="row">
          Rows at most
          <select value={limit} onChange={({ currentTarget }) => run(sql, Number(currentTarget.value))}>
            {[...new Set([...LIMITS, limit])].map((rows) => (
              <option key={rows} value={rows}>
                {rows.toLocaleString("en")}
              </option>
            ))}
          </select>
        </label>
        <span class="hint">
          <kbd>{COMMAND}</kbd> <kbd>Enter</kbd> runs, <kbd>Ctrl</kbd> <kbd>Space</kbd> completes
        </span>
      </div>
    </form>
  );
}
