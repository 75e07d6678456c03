import type { EntityKind } from "../../lib/engine.ts";

/**
 * Buckets of actors, by a hash of their keys. Slices are stretches of buckets: more fill them more evenly, and cost a
 * row each.
 */
export const BUCKETS = 1024;

/** Actors that are gathered together: the actors in buckets `from` to `until − 1`. */
export interface Slice {
  actors: EntityKind;
  from: number;
  until: number;
  /** The number of the slice's rows. */
  events: number;
}

/** SQL of a row's bucket, by its actor; rows without an actor are spread by distinct id. @param key of the actor */
export function bucketOf({ by }: EntityKind, key: string): string {
  const hash =
    by === "persons" ? `sipHash64(if(${key} = 0, ord, ${key}))` : `if(${key} = '', sipHash64(ord), sipHash64(${key}))`;
  return `toInt64(${hash} % ${BUCKETS})`;
}

/** The actor's key over `distinct_ids`; without an actor, the id itself. */
export const KEY_OF_ID = "if(person_id != 0, person_id, if(is_personless = 1, -id, id))";

/** The bucket of a distinct id, as SQL over `distinct_ids`: that of the rows of its actor. */
export const BUCKET_OF_ID = `toInt64(sipHash64(${KEY_OF_ID}) % ${BUCKETS})`;

export function isIn({ from, until }: Slice, bucket: string): string {
  return `(${bucket} >= ${from} AND ${bucket} < ${until})`;
}

/**
 * Cuts buckets into slices of at most `limit` rows, in their order. Example: sizes 3, 2, 4 and a limit of 5 → 3 + 2, 4.
 * @param sizes the rows of each bucket; absent = 0
 * @returns null = one bucket has more
 */
export function cutSlices(actors: EntityKind, sizes: ReadonlyMap<number, number>, limit: number): Slice[] | null {
  const slices: Slice[] = [];
  let last: Slice = { actors, from: 0, until: 0, events: 0 };
  for (let bucket = 0; bucket < BUCKETS; bucket++) {
    const size = sizes.get(bucket) ?? 0;
    if (size > limit) return null;
    if (last.events + size > limit) {
      slices.push(last);
      last = { actors, from: bucket, until: bucket, events: 0 };
    }
    last = { ...last, until: bucket + 1, events: last.events + size };
  }
  return [...slices, last];
}
