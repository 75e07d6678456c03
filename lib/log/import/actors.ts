import type { Staging } from "./staging.ts";

/** The distinct ids and event names of an import, numbered as they appear. */
export interface Actors {
  /** The staged number of an event name. */
  name(name: string): number;
  /** The staged number of a distinct id with an event at this time. */
  see(distinctId: string, timestampMs: number, isPersonless: boolean): number;
  /** Writes the cache. Call it at the end, inside a transaction. */
  flush(): void;
}

interface Actor {
  id: number;
  earliestMs: number;
  isOrdinary: boolean;
  isPersonless: boolean;
}

// Distinct ids in the cache, about 30 MB; ids beyond it are looked up in the table again.
const REMEMBERED_IDS = 200_000;
const REMEMBERED_NAMES = 10_000;

/** Caches recent ids and names; the rest is in the staged tables. */
export function createActors(staging: Staging): Actors {
  const names = new Map<string, number>();
  const actors = new Map<string, Actor>();

  const flush = () => {
    const update = staging.sql(
      `UPDATE staging.actors SET earliest = min(earliest, ?), ordinary = max(ordinary, ?), personless = max(personless, ?)
       WHERE id = ?`,
    );
    for (const { id, earliestMs, isOrdinary, isPersonless } of actors.values()) {
      update.run(earliestMs, Number(isOrdinary), Number(isPersonless), id);
    }
    actors.clear();
  };

  return {
    flush,
    name(name) {
      let id = names.get(name);
      if (id === undefined) {
        if (names.size >= REMEMBERED_NAMES) names.clear();
        id = staging
          .sql("INSERT INTO staging.names (name) VALUES (?) ON CONFLICT DO UPDATE SET name = name RETURNING id")
          .pluck()
          .get(name) as number;
        names.set(name, id);
      }
      return id;
    },
    see(distinctId, timestampMs, isPersonless) {
      let actor = actors.get(distinctId);
      if (actor === undefined) {
        if (actors.size >= REMEMBERED_IDS) flush();
        const id = staging
          .sql(
            `INSERT INTO staging.actors (distinct_id, earliest, ordinary, personless) VALUES (?, ?, 0, 0)
             ON CONFLICT DO UPDATE SET distinct_id = distinct_id RETURNING id`,
          )
          .pluck()
          .get(distinctId, timestampMs) as number;
        actor = { id, earliestMs: timestampMs, isOrdinary: false, isPersonless: false };
        actors.set(distinctId, actor);
      }
      if (timestampMs < actor.earliestMs) actor.earliestMs = timestampMs;
      if (isPersonless) actor.isPersonless = true;
      else actor.isOrdinary = true;
      return actor.id;
    },
  };
}
