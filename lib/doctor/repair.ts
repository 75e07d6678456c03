import type { Context } from "./context.ts";
import { write } from "../storage/index.ts";
import type { Repairs } from "./report.ts";

/** Rebuilds derived data that is wrong. All other data stays unchanged. */
export async function repair({ db, engineHost }: Context, repairs: Repairs): Promise<void> {
  // Indexes first, since all later steps find rows by them.
  if (repairs.indexes) await write(db, () => void db.sqlite.exec("REINDEX"));
  // The next reader builds it again.
  if (repairs.eventIndex) await write(db, () => void db.sqlite.exec("DELETE FROM event_index"));
  if (repairs.blocks.length > 0) await engineHost.remake(repairs.blocks);
}
