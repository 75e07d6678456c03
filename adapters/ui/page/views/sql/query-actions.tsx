import { useState } from "preact/hooks";
import type { SavedInsight } from "../../../../../lib/index.ts";
import { call } from "../../api.ts";
import { ErrorNote } from "../../parts/states.tsx";
import { useProject } from "../../project.ts";
import { useAction } from "../../use-action.ts";
import { go, here } from "../../use-hash.ts";
import { DashboardDialog } from "../insights/dashboard-dialog.tsx";
import { DeleteInsight } from "../insights/save-bar.tsx";
import { SaveDialog } from "../insights/save-dialog.tsx";
import type { QueryNode } from "../insights/to-query.ts";

interface QueryActionsProps {
  /** The query as it would be saved; null = there is no statement yet. */
  node: QueryNode | null;
  /** Absent = it is not saved. */
  saved: SavedInsight | undefined;
  /** Does the query differ from what is saved? */
  isChanged: boolean;
  /** Receives the insight after each change. */
  done: (saved: SavedInsight) => void;
}

/** The actions of a query: save, put on a dashboard, rename, delete. */
export function QueryActions({ node, saved, isChanged, done }: QueryActionsProps) {
  const { P } = useProject();
  const [dialog, setDialog] = useState<"save" | "name" | "dashboard" | "delete">();
  const close = () => setDialog(undefined);
  const update = useAction(async (query: QueryNode) =>
    done(await call<SavedInsight>(`${P}/insights/${saved?.id}/`, { method: "PATCH", body: { query } })),
  );
  return (
    <>
      {update.error !== undefined && <ErrorNote error={update.error} />}
      {saved !== undefined && isChanged && node !== null && (
        <button type="button" class="primary" disabled={update.isRunning} onClick={() => void update.run(node)}>
          Save changes
        </button>
      )}
      {node !== null && (saved === undefined || isChanged) && (
        <button type="button" class={saved === undefined ? "primary" : undefined} onClick={() => setDialog("save")}>
          {saved === undefined ? "Save …" : "Save as new …"}
        </button>
      )}
      {saved !== undefined && (
        <>
          <button type="button" onClick={() => setDialog("dashboard")}>
            Add to dashboard …
          </button>
          <button type="button" onClick={() => setDialog("name")}>
            Rename …
          </button>
          <button type="button" onClick={() => setDialog("delete")}>
            Delete …
          </button>
        </>
      )}
      {dialog === "save" && node !== null && <SaveDialog query={node} done={done} close={close} />}
      {dialog === "name" && saved !== undefined && <SaveDialog saved={saved} done={done} close={close} />}
      {dialog === "dashboard" && saved !== undefined && <DashboardDialog saved={saved} done={done} close={close} />}
      {dialog === "delete" && saved !== undefined && (
        <DeleteInsight saved={saved} done={() => go(here("/sql"))} close={close} />
      )}
    </>
  );
}
