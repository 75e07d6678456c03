import { toKnown } from "../storage/index.ts";

/** The functions of a group, each as `orKnown`. */
export function withKnownErrors<Group extends object>(group: Group): Group {
  const members = Object.entries(group).map(([name, member]: [string, unknown]) => [
    name,
    typeof member === "function" ? orKnown(member as (...args: never[]) => unknown) : member,
  ]);
  return Object.fromEntries(members) as Group;
}

/**
 * A method whose callers get an error of SQLite as the `HogletError` that a client gets over HTTP. Other errors stay as they are, such as
 * those of a program's own callbacks.
 */
export function orKnown<Args extends unknown[], Result>(method: (...args: Args) => Result): (...args: Args) => Result {
  return (...args) => {
    try {
      const result = method(...args);
      return result instanceof Promise ? (result.catch(rethrow) as Result) : result;
    } catch (error) {
      return rethrow(error);
    }
  };
}

function rethrow(error: unknown): never {
  throw toKnown(error);
}
