import { Dialog } from "../../parts/dialog.tsx";
import { ErrorNote } from "../../parts/states.tsx";
import { useAction } from "../../use-action.ts";

/** The name and the description of a dashboard. */
export interface Naming {
  name: string;
  description: string;
}

interface NameDialogProps {
  title: string;
  /** The text of the button. */
  verb: string;
  /** The current name; undefined = none. */
  start: Naming | undefined;
  save: (naming: Naming) => Promise<unknown>;
  close: () => void;
}

/** Asks for the name of a dashboard. */
export function NameDialog({ title, verb, start, save, close }: NameDialogProps) {
  const saving = useAction(save);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    const naming = { name: String(form.get("name")), description: String(form.get("description")) };
    if (await saving.run(naming)) close();
  };
  return (
    <Dialog title={title} close={close}>
      <form class="form" onSubmit={(event) => void submit(event)}>
        <label class="field">
          <span>Name</span>
          <input name="name" required maxLength={400} autocomplete="off" defaultValue={start?.name ?? ""} />
        </label>
        <label class="field">
          <span>Description</span>
          <input name="description" autocomplete="off" defaultValue={start?.description ?? ""} />
        </label>
        {saving.error !== undefined && <ErrorNote error={saving.error} />}
        <div class="actions">
          <button type="button" onClick={close}>
            Cancel
          </button>
          <button type="submit" class="primary" disabled={saving.isRunning}>
            {verb}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
