import * as v from "valibot";
import type { Context } from "./context.ts";
import { filePath } from "../storage/index.ts";
import { runCheck } from "./check.ts";
import type { CheckOptions } from "./check.ts";
import { repair } from "./repair.ts";
import { Checkup, Finding } from "./report.ts";

/** The result of a check, with the repairs. */
export const Checked = v.object({
  ...Checkup.entries,
  /** Findings from before the repair that are gone now; only a repair can fill this. */
  repaired: v.array(Finding),
});
export interface Checked extends v.InferOutput<typeof Checked> {}

/** Checks the database of a handle. @param isRepair rebuilds derived data that is wrong, and checks again */
export async function checkHoglet(
  ctx: Context & { signal?: AbortSignal },
  given: CheckOptions,
  isRepair: boolean,
): Promise<Checked> {
  // Over HTTP, the caller's signal is that of the request.
  const options = { ...given, signal: given.signal ?? ctx.signal };
  const look = async () => {
    ctx.db.requireFile(true);
    return runCheck(filePath(ctx.db) ?? ctx.db.sqlite.serialize(), options);
  };
  const { checkup, repairs } = await look();
  if (!isRepair || !checkup.findings.some((finding) => finding.is_repairable)) return { ...checkup, repaired: [] };
  await repair(ctx, repairs);
  const after = await look();
  const left = new Set(after.checkup.findings.map(({ message }) => message));
  return { ...after.checkup, repaired: checkup.findings.filter(({ message }) => !left.has(message)) };
}
