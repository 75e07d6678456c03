import { clearTimeout, setTimeout } from "../../lib/base/platform.ts";
import { cancelled } from "./connection.ts";

/** Waits this long for a question's begin; a question that begins later is ended at once. */
export async function within(
  begun: Promise<() => void>,
  { ms, late, signal }: { ms: number; late: () => Error; signal?: AbortSignal | undefined },
): Promise<() => void> {
  let timer: NodeJS.Timeout | undefined;
  let giveUp: (() => void) | undefined;
  let isLate = false;
  const limit = new Promise<never>((_, reject) => {
    const end = (error: Error) => {
      isLate = true;
      reject(error);
    };
    timer = setTimeout(() => end(late()), ms);
    giveUp = () => end(cancelled(signal?.reason));
    signal?.addEventListener("abort", giveUp);
    if (signal?.aborted) giveUp();
  });
  begun.then(
    (end) => {
      if (isLate) end();
    },
    () => {},
  );
  try {
    return await Promise.race([begun, limit]);
  } finally {
    clearTimeout(timer);
    if (giveUp !== undefined) signal?.removeEventListener("abort", giveUp);
  }
}
