import type { Context } from "./context.ts";
import { write } from "../storage/index.ts";
import type { Repairs } from "./report.ts";

/** Makes again what is derived and wrong. What is not derived stays as it is. */
export async function repair({ db, housing }: Context, repairs: Repairs): Promise<void> {
  // First, since all else finds its rows by them.
  if (repairs.indexes) await write(db, () => void db.sqlite.exec("REINDEX"));
  // Whoever needs it next makes it again.
  if (repairs.eventIndex) await write(db, () => void db.sqlite.exec("DELETE FROM event_index"));
  if (repairs.blocks.length > 0) await housing.remake(repairs.blocks);
}
