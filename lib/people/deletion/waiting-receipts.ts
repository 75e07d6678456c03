import { write } from "../../storage/index.ts";
import type { Db } from "../../storage/index.ts";
import { and, asc, eq, query, sql } from "../../storage/queries/index.ts";
import { deletions } from "../../storage/tables/index.ts";
import type { CopyReceipt } from "./copy-receipt.ts";
import type { DeletionReceipt } from "./receipt.ts";

// Walks over the few rows of `deletions`.
const rows = query((db) =>
  db
    .select({
      id: deletions.id,
      projectId: deletions.projectId,
      kind: deletions.kind,
      key: deletions.key,
      receipt: deletions.receipt,
    })
    .from(deletions)
    .where(and(eq(deletions.status, "done"), sql`${deletions.receipt} LIKE '%"erased_at":null%'`))
    .orderBy(asc(deletions.id)),
);

/** Finished, with a receipt that waits for a copy. */
export type WaitingReceipt = ReturnType<typeof rows.all>[number];

/** The deletions whose receipts wait for one of these copies, oldest first. */
export function waitingReceipts(db: Db, isWanted: (copy: CopyReceipt) => boolean): WaitingReceipt[] {
  return rows.all(db).filter((row) => copiesOf(row).some((copy) => copy.erased_at === null && isWanted(copy)));
}

function copiesOf({ receipt }: WaitingReceipt): readonly CopyReceipt[] {
  return (JSON.parse(receipt ?? "{}") as Partial<DeletionReceipt>).copies ?? [];
}

const receiptOf = query((db, given: { id: number }) =>
  db.select({ receipt: deletions.receipt }).from(deletions).where(eq(deletions.id, given.id)),
);

const setReceipt = query((db, given: { id: number; receipt: string }) =>
  db.update(deletions).set({ receipt: given.receipt }).where(eq(deletions.id, given.id)),
);

/** Notes that a copy is erased. @returns false = the receipt does not wait for this copy */
export async function completeReceipt(
  db: Db,
  { id }: Pick<WaitingReceipt, "id">,
  erased: CopyReceipt,
): Promise<boolean> {
  const isWaiting = ({ name, erased_at: at }: CopyReceipt) => name === erased.name && at === null;
  let isDone = false;
  await write(db, () => {
    // Another copy may have been erased meanwhile.
    const receipt = JSON.parse(receiptOf.get(db, { id })?.receipt ?? "{}") as Partial<DeletionReceipt>;
    if (receipt.copies?.some(isWaiting) !== true) return;
    const copies = receipt.copies.map((copy) => (isWaiting(copy) ? erased : copy));
    setReceipt.run(db, { id, receipt: JSON.stringify({ ...receipt, copies }) });
    isDone = true;
  });
  return isDone;
}
