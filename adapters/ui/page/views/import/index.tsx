import { Link } from "wouter-preact";
import type { ShownUpload } from "../../../../../lib/index.ts";
import { toCounted } from "../../parts/counted.ts";
import { ErrorNote } from "../../parts/states.tsx";
import { View } from "../../parts/view.tsx";
import { ChooseFiles } from "./choose-files.tsx";
import { LookForm } from "./look-form.tsx";
import { Sample } from "./sample.tsx";
import { useImport } from "./use-import.ts";
import type { ImportState } from "./use-import.ts";
import { toFoundWords, toLeftOut, toProgressWords, toResultWords, toShare, toSize } from "./words.ts";

/** Imports files: upload, a look at what they are, and the import itself. */
export function ImportView() {
  const state = useImport();
  const { shown, sending, error } = state;
  return (
    <View title="Import">
      <div class="stack">
        {error !== undefined && <ErrorNote error={error} />}
        {sending !== null && <Sending sending={sending} />}
        {shown === null && sending === null && <ChooseFiles choose={(files) => void state.send(files)} />}
        {shown !== null && sending === null && <Shown state={state} shown={shown} />}
      </div>
    </View>
  );
}

function Sending({ sending }: { sending: NonNullable<ImportState["sending"]> }) {
  const { name, sentBytes, sizeBytes, perSecond } = sending;
  return (
    <section class="panel stack" aria-label="Upload">
      <p role="status">
        Sending {name}: {toSize(sentBytes)} of {toSize(sizeBytes)}, {toSize(perSecond)} a second
      </p>
      <progress max={Math.max(1, sizeBytes)} value={sentBytes} aria-label={`Sending ${name}`} />
    </section>
  );
}

function Shown({ state, shown }: { state: ImportState; shown: ShownUpload }) {
  const { preview, counts } = shown;
  const isRunning = shown.state === "reading" || shown.state === "storing";
  return (
    <>
      <section class="panel stack" aria-label="Import">
        <h2>{toFoundWords(shown) || shown.files.map(({ name }) => name).join(", ")}</h2>
        {isRunning && <Progress shown={shown} />}
        {shown.state === "failed" && <p role="alert">{shown.error?.detail}</p>}
        {shown.state === "ready" && preview !== null && <Ready preview={preview} />}
        {counts !== null && (
          <ul role="status" class="news plain-list">
            {toResultWords(counts).map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        )}
        <div class="actions">
          {shown.state === "ready" && (
            <button type="button" class="primary" onClick={() => void state.start()}>
              Import {preview?.events === null || preview === null ? "all" : toCounted(preview.events, "event")}
            </button>
          )}
          <button type="button" onClick={() => void state.drop()}>
            {isRunning || shown.state === "ready" ? "Cancel" : "Other files"}
          </button>
          {counts !== null && <Link href="/insights">Ask a question</Link>}
        </div>
      </section>
      {shown.bad.length > 0 && <Bad shown={shown} />}
      {shown.state === "ready" && preview !== null && preview.sample.length > 0 && (
        <section class="panel stack" aria-labelledby="import-sample">
          <h2 id="import-sample">The first events as they would be</h2>
          <Sample events={preview.sample} />
        </section>
      )}
      {(shown.state === "ready" || shown.state === "failed") && <LookForm shown={shown} look={state.look} />}
    </>
  );
}

function Progress({ shown }: { shown: ShownUpload }) {
  const share = toShare(shown);
  return (
    <>
      <p role="status">{toProgressWords(shown)}</p>
      <progress max={1} {...(share !== null && { value: share })} aria-label={toProgressWords(shown)} />
    </>
  );
}

function Ready({ preview }: { preview: NonNullable<ShownUpload["preview"]> }) {
  const left = toLeftOut(preview);
  return (
    <>
      {preview.links > 0 && <p>{toCounted(preview.links, "link")} between ids will join users with their devices.</p>}
      {left.length > 0 && <p>Left out: {left.join("; ")}.</p>}
      {preview.passed_over.length > 0 && <p class="hint">Passed over: {preview.passed_over.join(", ")}.</p>}
    </>
  );
}

function Bad({ shown }: { shown: ShownUpload }) {
  return (
    <details class="panel">
      <summary>The first bad records</summary>
      <ul>
        {shown.bad.map(({ file, line, reason }) => (
          <li key={`${file} ${line}`}>
            {file !== "" && `${file}, `}line {line}: {reason}
          </li>
        ))}
      </ul>
    </details>
  );
}
