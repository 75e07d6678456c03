import type { Plan } from "./plan.ts";

/** Who is counted: persons (and personless actors), or the groups of one type that events name. */
export type ActorKind = { by: "persons" } | { by: "groups"; groupTypeIndex: number };

/** Actors, each once, in ascending order; those with values by these, the highest first, equal ones in ascending order. */
export type Actors = ListedActors & {
  /** Behind a trend: the value of each, as the plan's `value` has it. Absent = actors have none. */
  values?: Float64Array;
};

type ListedActors =
  /** Ids of persons, ascending; after them personless actors by their distinct id's ordinal, ascending, written −ordinal. */
  | { by: "persons"; ids: Float64Array }
  /** Keys of groups, ascending by UTF-16 units, as `<` compares them. */
  | { by: "groups"; groupTypeIndex: number; keys: string[] };

/** Actors and, for each, as many bits as a row has cells: bit `cell & 31` of word `index · words + (cell >>> 5)`. */
export interface Appearances {
  actors: Actors;
  words: number;
  bits: Uint32Array;
}

/** A number of an answer, and the question for the actors behind it. Source: reference/insights.md 13. */
export type ActorsPlan = Plan<`${string}-actors`, Actors>;
