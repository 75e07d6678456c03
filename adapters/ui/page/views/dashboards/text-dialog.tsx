import { Dialog } from "../../parts/dialog.tsx";
import { ErrorNote } from "../../parts/states.tsx";
import { useAction } from "../../use-action.ts";

interface TextDialogProps {
  /** The text so far; undefined = a new tile. */
  start: string | undefined;
  save: (body: string) => Promise<unknown>;
  close: () => void;
}

/** The text of a tile, to write. */
export function TextDialog({ start, save, close }: TextDialogProps) {
  const saving = useAction(save);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const body = String(new FormData(event.currentTarget as HTMLFormElement).get("body"));
    if (await saving.run(body)) close();
  };
  return (
    <Dialog title={start === undefined ? "Add text" : "Edit text"} close={close}>
      <form class="form" onSubmit={(event) => void submit(event)}>
        <label class="field">
          <span>Text</span>
          <textarea name="body" rows={8} required maxLength={4000} defaultValue={start ?? ""} />
        </label>
        <p class="hint"># Heading, - list, **bold**, *italic*, `code`, [link](https://…)</p>
        {saving.error !== undefined && <ErrorNote error={saving.error} />}
        <div class="actions">
          <button type="button" onClick={close}>
            Cancel
          </button>
          <button type="submit" class="primary" disabled={saving.isRunning}>
            Save
          </button>
        </div>
      </form>
    </Dialog>
  );
}
