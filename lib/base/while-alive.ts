import { clearInterval, setInterval } from "./platform.ts";

/** Keeps the process alive until some work has ended, also where the work waits for what does not. */
export async function whileAlive<T>(run: () => Promise<T>): Promise<T> {
  const timer = setInterval(() => {}, 2 ** 30);
  try {
    return await run();
  } finally {
    clearInterval(timer);
  }
}
