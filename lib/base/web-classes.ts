import { fetch } from "./platform.ts";

export type WebClasses = Pick<typeof globalThis, "Headers" | "Request" | "Response">;

let found: Promise<WebClasses> | undefined;

/**
 * The classes of fetch, when they are first needed: Node loads them when one of their names is looked at, which takes 45 ms of
 * each process and thread. A test may have replaced the globals by then, so they are those of the `fetch` that was there when
 * hoglet was loaded. A member is undefined where the environment lacks it.
 */
export function webClasses(): Promise<WebClasses> {
  return (found ??= findClasses());
}

async function findClasses(): Promise<WebClasses> {
  const { Headers, Request, Response } = globalThis;
  try {
    const own = await fetch("data:,");
    return {
      Headers: own.headers.constructor as typeof Headers,
      Request,
      Response: own.constructor as typeof Response,
    };
  } catch {
    // There is no fetch, or that of a package, which reads no such address.
    return { Headers, Request, Response };
  }
}
