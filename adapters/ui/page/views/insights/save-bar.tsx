import { useState } from "preact/hooks";
import type { SavedInsight } from "../../../../../lib/index.ts";
import { call } from "../../api.ts";
import { toCounted } from "../../parts/counted.ts";
import { Confirm } from "../../parts/dialog.tsx";
import { useProject } from "../../project.ts";
import { DashboardDialog } from "./dashboard-dialog.tsx";
import type { QuestionDraft } from "./question.ts";
import { SaveDialog } from "./save-dialog.tsx";
import { isSame } from "./same-question.ts";
import { toSaved } from "./to-query.ts";
import { goTo } from "./use-address.ts";

interface SaveBarProps {
  /** Undefined = it is no question of the editor. */
  question: QuestionDraft | undefined;
  /** The saved insight; absent = a new insight. */
  saved?: SavedInsight;
  /** Receives the changed insight. */
  onSaved?: (saved: SavedInsight) => void;
}

/** The actions of an insight: save, rename, add to a dashboard, delete. */
export function SaveBar({ question, saved, onSaved }: SaveBarProps) {
  const { P } = useProject();
  const [dialog, setDialog] = useState<"save" | "name" | "dashboard" | "delete">();
  const close = () => setDialog(undefined);
  const isChanged = saved !== undefined && question !== undefined && !isSame(question, saved.question ?? {});
  const done = (insight: SavedInsight) => {
    if (insight.id === saved?.id) onSaved?.(insight);
    goTo(insight.short_id);
  };
  const update = async () => {
    if (saved === undefined || question === undefined) return;
    const body = await toSaved(P, question);
    done(await call<SavedInsight>(`${P}/insights/${saved.id}/`, { method: "PATCH", body }));
  };
  if (saved === undefined) {
    if (question === undefined) return null;
    return (
      <>
        <button type="button" class="primary" onClick={() => setDialog("save")}>
          Save …
        </button>
        {dialog === "save" && <SaveDialog question={question} done={done} close={close} />}
      </>
    );
  }
  return (
    <>
      {/* First, and so never where "Save" was a moment ago. */}
      <button type="button" class="danger" onClick={() => setDialog("delete")}>
        Delete …
      </button>
      {isChanged && (
        <>
          <button type="button" class="primary" onClick={() => void update()}>
            Save changes
          </button>
          <button type="button" onClick={() => goTo(saved.short_id)}>
            Undo changes
          </button>
          <button type="button" onClick={() => setDialog("save")}>
            Save as new …
          </button>
        </>
      )}
      <button type="button" onClick={() => setDialog("dashboard")}>
        Add to dashboard …
      </button>
      <button type="button" onClick={() => setDialog("name")}>
        Rename …
      </button>
      {dialog === "save" && question !== undefined && <SaveDialog question={question} done={done} close={close} />}
      {dialog === "name" && <SaveDialog saved={saved} done={(insight) => onSaved?.(insight)} close={close} />}
      {dialog === "dashboard" && <DashboardDialog saved={saved} done={(insight) => onSaved?.(insight)} close={close} />}
      {dialog === "delete" && <DeleteInsight saved={saved} done={() => goTo("")} close={close} />}
    </>
  );
}

interface DeleteInsightProps {
  saved: SavedInsight;
  done: () => void;
  close: () => void;
}

/** Asks before an insight is deleted. */
export function DeleteInsight({ saved, done, close }: DeleteInsightProps) {
  const { P } = useProject();
  return (
    <Confirm
      title="Delete this insight"
      verb="Delete"
      close={close}
      run={async () => {
        await call(`${P}/insights/${saved.id}/`, { method: "DELETE" });
        done();
      }}
    >
      <p>
        “{saved.name || "without a name"}” goes from the list and from {toCounted(saved.dashboards.length, "dashboard")}
        . Events stay as they are.
      </p>
    </Confirm>
  );
}
