import type { Plan } from "./plan.ts";
import type { ValueSource } from "./value-source.ts";

/** Persons (with personless actors), or groups of one type. */
export type ActorKind = { by: "persons" } | { by: "groups"; groupTypeIndex: number };

/** Actors, or values of events without the missing and the empty one: values are counted, and never listed. */
export type EntityKind = ActorKind | { by: "values"; source: ValueSource };

/** A key is permanent (see `EventRow.actor`). */
export type ActorKeys =
  /** Ids of persons; a personless actor is the number of its distinct id, negative. */
  | { by: "persons"; ids: Float64Array }
  /** Keys of groups. */
  | { by: "groups"; groupTypeIndex: number; keys: string[] };

/**
 * A list of actors. It may be long, so plans ask for a page (`ActorsPlan`). Each kind extends this type in
 * `questions/<kind>/plan.ts`.
 *
 * *Ascending* keys: persons by id, then personless actors from the lowest number of a distinct id on (−1, −2); groups
 * by UTF-16 units, as `<` compares them. *Descending*: numbers from the highest down, so that personless actors come
 * last here too (7, 3, −1, −2); groups from the greatest down. Lists are ascending unless the kind says otherwise.
 */
export interface ActorList<Kind extends string = string> {
  kind: Kind;
}

/** The part of a list that a plan asks for. */
export interface Paging {
  /** Begins after this place; null = at the first actor. */
  after: ActorCursor | null;
  /** Actors to leave out from there. */
  skip: number;
  /** Most actors of the page, 1 or more. */
  limit: number;
}

/**
 * A place right after an actor. Plain data: it may be stored as JSON. It stays valid when the actor is gone, or has
 * another value.
 */
export interface ActorCursor {
  /** Number of the actor, or key of the group. */
  key: number | string;
  /** The actor's value; absent = the list is not ordered by values. */
  value?: number;
}

/**
 * A page, in the list's order, of the moment of its answer. A walk by `next` therefore gives an actor that stays in the
 * list exactly once, as long as its value stays the same where values decide the order.
 */
export type ActorPage = ActorKeys & {
  /** The value of each actor, as the list's kind defines it. Absent = actors have no values. */
  values?: Float64Array;
  /** The place after the last actor; null = no actor comes after the page. */
  next: ActorCursor | null;
};

/** Asks for a page of a list of actors. Source: reference/insights.md 13. */
export type ActorsPlan<List extends ActorList = ActorList, Page extends ActorPage = ActorPage> = Plan<
  List["kind"],
  Page
> &
  List & { page: Paging };

/** Actors, each with a bit for each cell of a row: bit `cell & 31` of word `index · words + (cell >>> 5)`. */
export type AppearancesPage = ActorPage & {
  words: number;
  bits: Uint32Array;
};
