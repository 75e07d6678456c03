interface PastQuestionsProps {
  past: readonly string[];
  run: (sql: string) => void;
  forget: () => void;
}

/** Earlier questions in this browser. */
export function PastQuestions({ past, run, forget }: PastQuestionsProps) {
  if (past.length === 0) return null;
  return (
    <details class="panel sql-past">
      <summary>History ({past.length})</summary>
      <ul>
        {past.map((sql) => (
          <li key={sql}>
            <button type="button" class="plain" title={sql} onClick={() => run(sql)}>
              {sql}
            </button>
          </li>
        ))}
      </ul>
      <button type="button" onClick={forget}>
        Clear history
      </button>
    </details>
  );
}
