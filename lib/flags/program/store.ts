import * as v from "valibot";
import { misconfigured } from "../../base/errors.ts";
import { parse } from "../../base/parse.ts";
import { DistinctIds, FlagKey, FlagSetting, newFlag, withoutOverrides, withValue } from "./flag.ts";
import type { Flag, FlagOptions, Flags, FlagValue } from "./flag.ts";

/** Every project's flags, in memory until the handle closes. */
export interface FlagStore {
  /**
   * Sets a flag: for everybody, which drops all earlier values, or with `distinct_ids` for these people, over the
   * earlier values (a new flag is off for everybody else).
   * @throws invalid naming the fault
   */
  set(projectId: number, key: string, value: FlagValue, options?: FlagOptions): Flag;
  /**
   * Removes a flag, or with `distinct_ids` only the values of these people. An unknown flag is no error.
   * @throws invalid naming the fault
   */
  unset(projectId: number, key: string, options?: Pick<FlagOptions, "distinct_ids">): void;
  /** Removes all flags of a project, including those from the options. */
  clear(projectId: number): void;
  /** The flags of a project, in the order in which they were first set. */
  list(projectId: number): Flag[];
  find(projectId: number, key: string): Flag | undefined;
  /** Grows with every change in any project. */
  revision(): number;
}

/** `nextId` survives removed flags, so that an id means one flag. */
interface ProjectFlags {
  byKey: Map<string, Flag>;
  nextId: number;
}

const SetInput = v.object({ key: FlagKey, setting: FlagSetting });
const UnsetOptions = v.strictObject({ distinct_ids: v.exactOptional(DistinctIds) });

/**
 * Every project, also a later one, starts with the flags of `initial`.
 * @example const flags = createFlagStore({ beta: true, color: { value: "blue", payload: { hex: "#00f" } } });
 * flags.set(1, "beta", false, { distinct_ids: ["u1"] });
 * @throws misconfigured naming the invalid flag
 */
export function createFlagStore(initial: Flags = {}): FlagStore {
  const template = toTemplate(initial);
  const projects = new Map<number, ProjectFlags>();

  let revision = 0;

  const read = (projectId: number) => projects.get(projectId) ?? template;
  const change = (projectId: number) => {
    revision++;
    const own = projects.get(projectId) ?? { ...template, byKey: new Map(template.byKey) };
    projects.set(projectId, own);
    return own;
  };

  return {
    set(projectId, key, value, options = {}) {
      parse(FlagKey, key);
      return put(change(projectId), key, parse(FlagSetting, { ...options, value }));
    },
    unset(projectId, key, options = {}) {
      const { distinct_ids: ids } = parse(UnsetOptions, options);
      const { byKey } = change(projectId);
      const flag = byKey.get(key);
      if (flag === undefined) return;
      if (ids === undefined) byKey.delete(key);
      else byKey.set(key, withoutOverrides(flag, ids));
    },
    clear: (projectId) => change(projectId).byKey.clear(),
    list: (projectId) => [...read(projectId).byKey.values()],
    find: (projectId, key) => read(projectId).byKey.get(key),
    revision: () => revision,
  };
}

function put(own: ProjectFlags, key: string, setting: { value: FlagValue } & FlagOptions): Flag {
  const known = own.byKey.get(key);
  const flag = withValue(known ?? newFlag(own.nextId++, key), setting);
  own.byKey.set(key, flag);
  return flag;
}

function toTemplate(initial: Flags): ProjectFlags {
  const template: ProjectFlags = { byKey: new Map(), nextId: 1 };
  for (const [key, input] of Object.entries(initial)) {
    const isAlone = typeof input !== "object" || input === null;
    const result = v.safeParse(SetInput, { key, setting: isAlone ? { value: input } : input });
    if (!result.success) throw misconfigured("flags", `Flag "${key}": ${result.issues[0].message}`);
    put(template, key, result.output.setting);
  }
  return template;
}
