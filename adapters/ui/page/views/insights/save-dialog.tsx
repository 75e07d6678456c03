import { useState } from "preact/hooks";
import type { SavedInsight } from "../../../../../lib/index.ts";
import { call } from "../../api.ts";
import { Dialog } from "../../parts/dialog.tsx";
import { FormEnd } from "../../parts/form-end.tsx";
import { useProject } from "../../project.ts";
import { kindOf, KINDS } from "./kinds.ts";
import { entitiesOf, entityName } from "./question.ts";
import type { QuestionDraft } from "./question.ts";
import { toSaved } from "./to-query.ts";
import type { QueryNode } from "./to-query.ts";

interface SaveDialogProps {
  /** The question of a new insight. */
  question?: QuestionDraft;
  /** Instead of the question: a query that is no insight of the editor, such as SQL. */
  query?: QueryNode;
  /** The insight to rename. */
  saved?: SavedInsight;
  done: (saved: SavedInsight) => void;
  close: () => void;
}

/** Asks for the name of an insight, and saves it. */
export function SaveDialog({ question, query, saved, done, close }: SaveDialogProps) {
  const { P } = useProject();
  const [name, setName] = useState(saved?.name ?? (question === undefined ? "" : suggestName(question)));
  const [description, setDescription] = useState(saved?.description ?? "");
  const [error, setError] = useState<Error>();
  const save = async () => {
    try {
      const body = {
        name,
        description,
        ...(query !== undefined && { query }),
        ...(question !== undefined && (await toSaved(P, question))),
      };
      const [path, method] = saved === undefined ? ["", "POST" as const] : [`${saved.id}/`, "PATCH" as const];
      done(await call<SavedInsight>(`${P}/insights/${path}`, { method, body }));
      close();
    } catch (cause) {
      setError(cause as Error);
    }
  };
  return (
    <Dialog
      title={`${saved === undefined ? "Save" : "Rename"} this ${query === undefined ? "insight" : "query"}`}
      close={close}
    >
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <label class="field">
          <span>Name</span>
          <input required value={name} onInput={(event) => setName(event.currentTarget.value)} />
        </label>
        <label class="field">
          <span>Description</span>
          <textarea rows={2} value={description} onInput={(event) => setDescription(event.currentTarget.value)} />
        </label>
        <FormEnd verb="Save" close={close} error={error} />
      </form>
    </Dialog>
  );
}

/** E.g. "Funnel: product viewed, order paid". */
function suggestName(question: QuestionDraft): string {
  const about = [...entitiesOf(question), question.target_entity]
    .filter((entity) => entity !== undefined)
    .map(entityName);
  const { name } = KINDS[kindOf(question)];
  return about.length === 0 ? name : `${name}: ${about.join(", ")}`;
}
