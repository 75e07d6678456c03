import type { Json } from "../../events/filters/index.ts";
import type { FlagValue } from "./definition.ts";

/** A person with groups. Everything is read when it is asked for. */
export interface Subject {
  distinctId: string;
  /** The id before the person was identified, for flags that keep their value then. */
  anonymousId: string | null;
  /** The device, for flags that choose devices. */
  deviceId: string | null;
  nowMs: number;
  /** Undefined = no such property. */
  personProperty(key: string): Json | undefined;
  /** The key of the group of a type (0 to 4); undefined = none was named. */
  groupKey(typeIndex: number): string | undefined;
  groupProperty(typeIndex: number, key: string): Json | undefined;
  /** Is the person in a cohort that is a list? */
  isMember(cohortId: number): boolean;
  /** The id under which the person first got a flag that keeps its value; undefined = none was kept. */
  keptId(flagKey: string): string | undefined;
}

/** During an evaluation the values of other flags are known. */
export interface Evaluated extends Subject {
  flagValue(id: number): FlagValue;
}

export type SubjectTest = (subject: Evaluated) => boolean;
