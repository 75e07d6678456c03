import type { Plan } from "./plan.ts";

/** The kind of actor that counts: persons (with personless actors), or the groups of one type that events name. */
export type ActorKind = { by: "persons" } | { by: "groups"; groupTypeIndex: number };

/** Distinct actors in ascending order. Actors with values are in order of value, the highest first, then ascending. */
export type Actors = ListedActors & {
  /** Behind a trend: the value of each actor, as the plan's `value` defines it. Absent = actors have no values. */
  values?: Float64Array;
};

type ListedActors =
  /** Ids of persons, ascending; then personless actors in ascending order of their distinct id's number, written negative. */
  | { by: "persons"; ids: Float64Array }
  /** Keys of groups, ascending by UTF-16 units, as `<` compares them. */
  | { by: "groups"; groupTypeIndex: number; keys: string[] };

/** Actors, and a bit of each for each cell of a row: bit `cell & 31` of word `index · words + (cell >>> 5)`. */
export interface Appearances {
  actors: Actors;
  words: number;
  bits: Uint32Array;
}

/** Asks for the actors behind a number of an answer. Source: reference/insights.md 13. */
export type ActorsPlan = Plan<`${string}-actors`, Actors>;
