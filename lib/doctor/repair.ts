import type { Context } from "./context.ts";
import { repairLog } from "../log/index.ts";
import { write } from "../storage/index.ts";
import type { RowMend } from "./mend-row.ts";
import type { Repairs } from "./report.ts";

/** Rebuilds derived data that is wrong, and puts back values that indexes still have. All other data stays unchanged. */
export async function repair({ db, engineHost }: Context, repairs: Repairs): Promise<void> {
  // Indexes first, since all later steps find rows by them. The values of damaged rows were read from them before.
  if (repairs.indexes) await write(db, () => void db.sqlite.exec("REINDEX"));
  for (const mend of repairs.rows) await write(db, () => putBack(db, mend));
  if (repairs.eventIndex) await write(db, () => repairLog(db, "index"));
  for (const block of repairs.uuids) await write(db, () => repairLog(db, { uuidsOfBlock: block }));
  if (repairs.hours) await write(db, () => repairLog(db, "hours"));
  if (repairs.blocks.length > 0) await engineHost.remake(repairs.blocks);
}

function putBack({ sql }: Context["db"], { table, id, values }: RowMend): void {
  const set = (columns: readonly string[]) => {
    if (columns.length === 0) return;
    const assigned = columns.map((column) => `${column} = @${column}`).join(", ");
    sql(`UPDATE ${table} SET ${assigned} WHERE id = @id`).run({ ...values, id });
  };
  set(Object.keys(values).filter((column) => !SUMS.includes(column)));
  // Last, since triggers adapt the checksums to the change before.
  set(SUMS);
}

/** The checksums of a row. */
const SUMS: readonly string[] = ["text_sum", "head_sum"];
