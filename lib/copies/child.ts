import { performance } from "../base/platform.ts";
import { toSent } from "../storage/index.ts";
import { openPageView } from "../storage/wal/index.ts";
import type { PageView } from "../storage/wal/index.ts";
import { copyDatabase } from "./copy.ts";
import type { Progress } from "./copy.ts";
import { openPlace } from "../places/index.ts";
import type { Place } from "../places/index.ts";
import type { FromCopier, ToCopier } from "./protocol.ts";

// The process that copies. `copier.ts` starts it, and ends it when a copy failed. It ends with its parent.

const state: { opened?: { view: PageView; place: Place }; progress: Progress | null } = { progress: null };

process.on("message", (message: ToCopier) => void run(message).then((answer) => process.send?.(answer)));
process.on("disconnect", () => process.exit());

async function run({ file, to, keepMs, nowMs }: ToCopier): Promise<FromCopier> {
  const begunMs = performance.now();
  try {
    state.opened ??= { view: openPageView(file), place: await openPlace(to) };
    const now = () => Math.round(nowMs + performance.now() - begunMs);
    const result = await copyDatabase({ ...state.opened, keepMs, nowMs: now }, state.progress);
    state.progress = result.progress;
    return { kind: "copied", copied: result.copied };
  } catch (error) {
    return { kind: "failed", error: toSent(error) };
  }
}
