import { withSignal } from "../port/with-signal.ts";
import type { Stoppable } from "../base/call-options.ts";
import type { Scope } from "./scope.ts";

type Method = (query?: Stoppable) => unknown;

/**
 * A group of methods that each take a `signal` among their options.
 * @param make creates the group; its methods take one object
 */
export function withSignals<Group extends object>(scope: Scope, make: (scope: Scope) => Group): Group {
  const group = make(scope);
  const names = Object.keys(group) as (keyof Group & string)[];
  const toMethod = (name: keyof Group): Method => {
    return async (query) => {
      if (query?.signal === undefined) return (group[name] as Method)(query);
      const { signal, ...rest } = query;
      const own = make({ ...scope, open: () => withSignal(scope.open(), signal) });
      return (own[name] as Method)(rest);
    };
  };
  return Object.fromEntries(names.map((name) => [name, toMethod(name)])) as Group;
}
