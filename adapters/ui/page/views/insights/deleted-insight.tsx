import type { SavedInsight } from "../../../../../lib/index.ts";
import { call } from "../../api.ts";
import { Empty, ErrorNote } from "../../parts/states.tsx";
import { View } from "../../parts/view.tsx";
import { useProject } from "../../project.ts";
import { useAction } from "../../use-action.ts";
import { here } from "../../use-hash.ts";

interface DeletedInsightProps {
  saved: SavedInsight;
  /** Receives the restored insight. */
  restored: (saved: SavedInsight) => void;
}

/** A deleted insight whose address is still used. */
export function DeletedInsight({ saved, restored }: DeletedInsightProps) {
  const { P } = useProject();
  const name = saved.name || "Insight without a name";
  const restore = useAction(async () => {
    const body = { deleted: false };
    restored(await call<SavedInsight>(`${P}/insights/${saved.id}/`, { method: "PATCH", body }));
  });
  return (
    <View title={name}>
      <Empty>
        <p role="status">“{name}” is deleted: no list and no dashboard shows it.</p>
        <p class="insight-restore">
          <button type="button" disabled={restore.isRunning} onClick={() => void restore.run()}>
            Restore it
          </button>{" "}
          <a href={here("/insights")}>All insights</a>
        </p>
      </Empty>
      {restore.error !== undefined && <ErrorNote error={restore.error} />}
    </View>
  );
}
