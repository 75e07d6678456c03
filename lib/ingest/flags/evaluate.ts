import { holds, toConditions } from "./conditions.ts";
import { payloadText } from "./flag.ts";
import type { Flag, FlagValue } from "./flag.ts";

/** The value of one flag for one person. */
export interface Evaluated {
  flag: Flag;
  value: FlagValue;
  /** JSON text; null = the value has none. */
  payload: string | null;
  /** The index of the condition that decided, from 0; null = no condition held, so the flag is off. */
  conditionIndex: number | null;
}

/** Evaluates the flags for the person with this distinct id. Only the id decides. */
export function evaluate(flags: readonly Flag[], distinctId: string): Evaluated[] {
  return flags.map((flag) => {
    const conditions = toConditions(flag);
    const index = conditions.findIndex((condition) => holds(condition, distinctId));
    const value = conditions[index]?.value ?? false;
    const payload = value === false ? null : payloadText(flag, value);
    return { flag, value, payload, conditionIndex: index < 0 ? null : index };
  });
}
