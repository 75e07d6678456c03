import { clearInterval, setInterval } from "./platform.ts";

/** Runs some work, and keeps the process alive until it has ended, even if nothing that it waits for would do so. */
export async function whileAlive<T>(run: () => Promise<T>): Promise<T> {
  const timer = setInterval(() => {}, 2 ** 30);
  try {
    return await run();
  } finally {
    clearInterval(timer);
  }
}
