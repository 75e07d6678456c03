import { useState } from "preact/hooks";
import type { Checked } from "../../../../../lib/index.ts";
import { call } from "../../api.ts";
import { useProject } from "../../project.ts";
import { useAction } from "../../use-action.ts";

/** Checks the database file, and rebuilds derived data. */
export function Check() {
  const { P } = useProject();
  const [checked, setChecked] = useState<Checked>();
  const check = useAction(async (repair: boolean) => {
    setChecked(undefined);
    setChecked(await call<Checked>(`${P}/check`, { method: "POST", body: { repair } }));
  });
  const isRepairable = checked?.findings.some((finding) => finding.is_repairable) === true;
  return (
    <section class="panel stack" aria-labelledby="settings-check">
      <h2 id="settings-check">Database</h2>
      <p class="hint">
        A check reads the whole file, of all projects, in a process of its own. Captures and questions go on meanwhile.
      </p>
      <div class="actions">
        <button type="button" disabled={check.isRunning} onClick={() => void check.run(false)}>
          Check the database
        </button>
        {isRepairable && (
          <button type="button" disabled={check.isRunning} onClick={() => void check.run(true)}>
            Repair
          </button>
        )}
      </div>
      <p role="status">
        {check.isRunning && "Checking …"}
        {checked !== undefined && toNews(checked)}
      </p>
      {check.error !== undefined && <p role="alert">{check.error.message}</p>}
      {checked !== undefined && checked.findings.length > 0 && (
        <ul>
          {checked.findings.map(({ severity, message, advice }) => (
            <li key={message}>
              <strong>{severity}:</strong> {message} <span class="hint">{advice}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function toNews({ ok, findings, repaired, counts, sizes }: Checked): string {
  const size = `${counts?.events ?? 0} events in ${(sizes.file_bytes / 1e6).toFixed(1)} MB.`;
  const mended = repaired.length > 0 ? `${repaired.length} repaired. ` : "";
  if (ok) return `${mended}No error was found: ${size}`;
  const errors = findings.filter(({ severity }) => severity === "error").length;
  return `${mended}${errors === 1 ? "1 error was" : `${errors} errors were`} found: ${size}`;
}
