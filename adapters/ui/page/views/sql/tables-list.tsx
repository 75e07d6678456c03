import { TABLES, toFirstQuestion } from "./tables.ts";

/** The tables; a click on a name shows its first rows. */
export function TablesList({ run }: { run: (sql: string) => void }) {
  return (
    <section class="panel stack sql-tables" aria-labelledby="sql-tables">
      <h2 id="sql-tables">Tables</h2>
      {Object.entries(TABLES).map(([table, columns]) => (
        <details key={table} open={table === "events"}>
          <summary>
            <code>{table}</code>
          </summary>
          <dl>
            {Object.entries(columns).map(([column, type]) => (
              <div key={column}>
                <dt>
                  <code>{column}</code>
                </dt>
                <dd class="sql-type">{type}</dd>
              </div>
            ))}
          </dl>
          <button type="button" onClick={() => run(toFirstQuestion(table))}>
            Show {table}
          </button>
        </details>
      ))}
      <p class="hint">
        Properties are JSON: <code>properties.plan</code>, or SQLite&rsquo;s{" "}
        <code>properties -&gt;&gt; &apos;$.plan&apos;</code>. Instants are ISO text in UTC.
      </p>
    </section>
  );
}
