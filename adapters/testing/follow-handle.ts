import type { Hoglet } from "../../lib/index.ts";

/** Methods that give a stream at once; all others give a promise. */
const STREAMS = new Set(["events.live", "export"]);

type Method = (...args: unknown[]) => unknown;

/**
 * An object with a handle's methods that stays valid when another handle takes its place.
 * @param hoglet the current handle
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
  const toMember = (name: string, find: () => unknown): unknown => {
    const member = find();
    if (typeof member !== "object" || member === null) return member;
    const methods = Object.keys(member).map((method) => [
      method,
      follow(`${name}.${method}`, () => Reflect.get(find() as object, method)),
    ]);
    return Object.fromEntries(methods);
  };
  const members = Object.entries(Object.getOwnPropertyDescriptors(hoglet())).map(([name, { value }]) => {
    const find = () => Reflect.get(hoglet(), name) as unknown;
    if (typeof value === "function") return [name, { value: follow(name, find), enumerable: true, configurable: true }];
    // Made when first asked for, as in the handle.
    let member: unknown;
    return [name, { get: () => (member ??= toMember(name, find)), enumerable: true, configurable: true }];
  });
  return Object.defineProperties({}, Object.fromEntries(members) as PropertyDescriptorMap) as Hoglet;
}
