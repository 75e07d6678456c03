import { MOST_ROWS } from "./ask.ts";

const LIMITS = [100, 1000, 10_000, MOST_ROWS];

interface EditorProps {
  sql: string;
  limit: number;
  isRunning: boolean;
  onInput: (sql: string) => void;
  run: (sql: string, limit?: number) => void;
  stop: () => void;
}

/** The editor of the statement. Tab leaves it, like any field; Ctrl or ⌘ and Enter runs it. */
export function Editor({ sql, limit, isRunning, onInput, run, stop }: EditorProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    run(sql);
  };
  return (
    <form
      class="sql-editor stack"
      onSubmit={(event) => {
        event.preventDefault();
        run(sql);
      }}
    >
      <label class="field">
        <span>SELECT</span>
        <textarea
          rows={8}
          value={sql}
          spellcheck={false}
          autocomplete="off"
          autocapitalize="off"
          placeholder="SELECT event, count() FROM events GROUP BY event ORDER BY 2 DESC"
          onInput={({ currentTarget }) => onInput(currentTarget.value)}
          onKeyDown={onKeyDown}
        />
      </label>
      <div class="actions">
        <button type="submit" class="primary">
          Run
        </button>
        {isRunning && (
          <button type="button" onClick={stop}>
            Stop
          </button>
        )}
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
          <kbd>Ctrl</kbd>+<kbd>Enter</kbd> runs
        </span>
      </div>
    </form>
  );
}
