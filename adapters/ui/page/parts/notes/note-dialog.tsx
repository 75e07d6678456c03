import { useContext, useState } from "preact/hooks";
import type { AnnotationRecord } from "../../../../../lib/index.ts";
import { call } from "../../api.ts";
import { useProject } from "../../project.ts";
import { useAction } from "../../use-action.ts";
import { Dialog } from "../dialog.tsx";
import { fromClock, toClock } from "../clock.ts";
import { toLongDate } from "../short-date.ts";
import { ErrorNote } from "../states.tsx";
import { NotesContext } from "./use-notes.ts";
import type { NotesPlace } from "./use-notes.ts";

interface NoteDialogProps {
  /** The start of the period, such as 2024-03-01. */
  start: string;
  /** The annotations that the dialog shows. */
  notes: readonly AnnotationRecord[];
  /** Reads all annotations again. */
  changed: () => Promise<void>;
  close: () => void;
}

/** The annotations of a period: each can be edited and deleted, and more are added. */
export function NoteDialog({ start, notes, changed, close }: NoteDialogProps) {
  const { P } = useProject();
  const [edited, setEdited] = useState<AnnotationRecord | "new" | undefined>(notes.length === 0 ? "new" : undefined);
  const [deleted, setDeleted] = useState<AnnotationRecord>();
  const remove = useAction(async ({ note, deleted: isDeleted }: { note: AnnotationRecord; deleted: boolean }) => {
    await call(`${P}/annotations/${note.id}/`, { method: "PATCH", body: { deleted: isDeleted } });
    await changed();
    setDeleted(isDeleted ? note : undefined);
  });
  if (edited !== undefined) {
    const done = async () => {
      await changed();
      close();
    };
    return <NoteForm start={start} note={edited === "new" ? undefined : edited} done={done} close={close} />;
  }
  return (
    <Dialog title={`Annotations of ${toLongDate(start)}`} close={close}>
      <ul class="plain-list note-list">
        {notes.map((note) => (
          <li key={note.id}>
            <p>{note.content}</p>
            <p class="hint">
              {SCOPES[note.scope]}
              {note.created_by !== null && ` · ${note.created_by.first_name}`}
            </p>
            <div class="actions">
              <button type="button" class="small" onClick={() => setEdited(note)}>
                Edit
              </button>
              <button type="button" class="small danger" onClick={() => void remove.run({ note, deleted: true })}>
                Delete
              </button>
            </div>
          </li>
        ))}
      </ul>
      <div role="status">
        {deleted !== undefined && (
          <p class="row">
            “{deleted.content}” is deleted.
            <button type="button" class="small" onClick={() => void remove.run({ note: deleted, deleted: false })}>
              Undo
            </button>
          </p>
        )}
      </div>
      {remove.error !== undefined && <ErrorNote error={remove.error} />}
      <div class="actions">
        <button type="button" onClick={() => setEdited("new")}>
          Add another
        </button>
      </div>
    </Dialog>
  );
}

const SCOPES: Record<AnnotationRecord["scope"], string> = {
  project: "All charts of this project",
  dashboard: "This dashboard",
  dashboard_item: "This insight",
  organization: "All projects",
};

interface NoteFormProps {
  start: string;
  /** Undefined = a new annotation. */
  note: AnnotationRecord | undefined;
  done: () => Promise<void>;
  close: () => void;
}

function NoteForm({ start, note, done, close }: NoteFormProps) {
  const { P, project } = useProject();
  const place = useContext(NotesContext);
  const at = note === undefined ? start : toClock(note.date_marker ?? "", project.timezone);
  const save = useAction(async (form: FormData) => {
    const atMs = fromClock(String(form.get("at")), project.timezone);
    const scope = String(form.get("scope")) as AnnotationRecord["scope"];
    const body = {
      content: String(form.get("content")).trim(),
      date_marker: new Date(atMs).toISOString(),
      ...(scope !== note?.scope && { scope, ...subjectOf(scope, place) }),
    };
    const path = note === undefined ? `${P}/annotations/` : `${P}/annotations/${note.id}/`;
    await call(path, { method: note === undefined ? "POST" : "PATCH", body });
    await done();
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void save.run(new FormData(event.currentTarget as HTMLFormElement));
  };
  const scopes = (Object.keys(SCOPES) as AnnotationRecord["scope"][]).filter(
    (scope) =>
      scope === note?.scope ||
      (scope === "dashboard" ? place.dashboard : scope === "dashboard_item" ? place.insight : 1) !== undefined,
  );
  return (
    <Dialog title={note === undefined ? "New annotation" : "Edit annotation"} close={close}>
      <form class="form" onSubmit={submit}>
        <label class="field">
          <span>Text</span>
          <textarea
            name="content"
            rows={2}
            required
            maxLength={8192}
            placeholder="Release 2.0"
            defaultValue={note?.content ?? ""}
          />
        </label>
        <label class="field">
          <span>Time ({project.timezone})</span>
          <input type="datetime-local" name="at" required defaultValue={toField(at)} />
        </label>
        <label class="field">
          <span>Shown in</span>
          <select name="scope" defaultValue={note?.scope ?? "project"}>
            {scopes.map((scope) => (
              <option key={scope} value={scope} selected={scope === (note?.scope ?? "project")}>
                {SCOPES[scope]}
              </option>
            ))}
          </select>
        </label>
        {save.error !== undefined && <ErrorNote error={save.error} />}
        <div class="actions">
          <button type="button" onClick={close}>
            Cancel
          </button>
          <button type="submit" class="primary" disabled={save.isRunning}>
            Save
          </button>
        </div>
      </form>
    </Dialog>
  );
}

/** An instant as the field has it: `2024-03-01T14:00`. */
function toField(at: string): string {
  return `${at.slice(0, 10)}T${at.slice(11, 16) || "00:00"}`;
}

function subjectOf(scope: AnnotationRecord["scope"], { insight, dashboard }: NotesPlace): object {
  if (scope === "dashboard_item") return { dashboard_item: insight };
  return scope === "dashboard" ? { dashboard_id: dashboard } : {};
}
