import { holds, toConditions } from "./conditions.ts";
import { payloadText } from "./flag.ts";
import type { Flag, FlagValue } from "./flag.ts";

/** What one flag says to one person. */
export interface Evaluated {
  flag: Flag;
  value: FlagValue;
  /** JSON text; null = the value has none. */
  payload: string | null;
  /** Which condition decided, from 0; null = none held, so the flag is off. */
  conditionIndex: number | null;
}

/** What the flags say to the person with this distinct id. Nothing but the id decides. */
export function evaluate(flags: readonly Flag[], distinctId: string): Evaluated[] {
  return flags.map((flag) => {
    const conditions = toConditions(flag);
    const index = conditions.findIndex((condition) => holds(condition, distinctId));
    const value = conditions[index]?.value ?? false;
    const payload = value === false ? null : payloadText(flag, value);
    return { flag, value, payload, conditionIndex: index < 0 ? null : index };
  });
}
