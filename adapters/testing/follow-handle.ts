import type { Hoglet } from "../../lib/index.ts";

/** Methods that give a stream at once; all others give a promise. */
const STREAMS = new Set(["events.live", "export"]);

type Method = (...args: unknown[]) => unknown;

/**
 * All methods of a handle as those of one object that stays valid when another handle takes its place.
 * @param hoglet the handle of the moment
 * @param settle runs before each method, so that it sees what clients have sent
 */
export function followHandle(hoglet: () => Hoglet, settle: () => Promise<void>): Hoglet {
  const follow = (path: string, find: () => unknown): Method => {
    if (STREAMS.has(path)) return (...args) => (find() as Method)(...args);
    return async (...args) => {
      await settle();
      return (find() as Method)(...args);
    };
  };
  const members = Object.entries(hoglet()).map(([name, member]: [string, unknown]) => {
    const find = () => Reflect.get(hoglet(), name) as unknown;
    if (typeof member === "function") return [name, follow(name, find)];
    if (typeof member !== "object" || member === null) return [name, member];
    const methods = Object.keys(member).map((method) => [
      method,
      follow(`${name}.${method}`, () => Reflect.get(find() as object, method)),
    ]);
    return [name, Object.fromEntries(methods)];
  });
  return Object.fromEntries(members) as unknown as Hoglet;
}
