import { clearTimeout, setTimeout } from "./platform.ts";

/** The value of a promise; null when it takes longer. Holds no process. */
export async function within<T>(promise: Promise<T>, timeoutMs: number): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<null>((resolve) => (timer = setTimeout(resolve, timeoutMs, null).unref()));
  try {
    return await Promise.race([promise, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
