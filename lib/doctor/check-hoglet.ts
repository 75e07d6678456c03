import type { Context } from "./context.ts";
import { filePath } from "../storage/index.ts";
import { runCheck } from "./check.ts";
import type { CheckOptions } from "./check.ts";
import { repair } from "./repair.ts";
import type { Checkup, Finding } from "./report.ts";

/** What a check found, and what was made again. */
export interface Checked extends Checkup {
  /** What was found before the repair and is not found any more; only after a repair there may be any. */
  repaired: Finding[];
}

/** Checks the database of a handle. @param isRepair makes again what is derived and wrong, and checks once more */
export async function checkHoglet(
  ctx: Context & { signal?: AbortSignal },
  given: CheckOptions,
  isRepair: boolean,
): Promise<Checked> {
  // Over HTTP the signal of the request is the caller's.
  const options = { ...given, signal: given.signal ?? ctx.signal };
  const look = async () => runCheck(filePath(ctx.db) ?? ctx.db.sqlite.serialize(), options);
  const { checkup, repairs } = await look();
  if (!isRepair || !checkup.findings.some((finding) => finding.is_repairable)) return { ...checkup, repaired: [] };
  await repair(ctx, repairs);
  const after = await look();
  const left = new Set(after.checkup.findings.map(({ message }) => message));
  return { ...after.checkup, repaired: checkup.findings.filter(({ message }) => !left.has(message)) };
}
