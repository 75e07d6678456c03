import type { Actors } from "../../../port/actors.ts";
import type { Plan } from "../../../port/plan.ts";
import type { Db } from "../../../storage/index.ts";
import type { Cache } from "../log/cache.ts";

/** Lists that are kept, for users who turn their pages. More lists cost memory. */
const MAX_LISTS = 4;

/** Keeps the last few lists of actors until any write: each page of a list needs the whole list. */
export interface KnownActors {
  /** The list of a plan, cached or made by `make`. Read-only. */
  get(plan: Plan, make: () => unknown): Actors;
}

/** Opens the lists of a database, empty. @param cache whose budget they use */
export function createKnownActors(db: Db, cache: Cache): KnownActors {
  let seen = "";
  /** The last used name comes last. */
  let names: string[] = [];

  const forget = (count: number) => {
    for (const name of names.splice(0, count)) cache.drop(name);
  };
  return {
    get(plan, make) {
      // Read before the list is made: a write meanwhile changes it, so that no list counts as newer than it is.
      const now = `${String(db.sql("SELECT total_changes()").pluck().get())}:${String(db.sql("PRAGMA data_version").pluck().get())}`;
      if (now !== seen) forget(names.length);
      seen = now;
      const name = `actors ${JSON.stringify(plan)}`;
      names = names.filter((known) => known !== name);
      const actors = cache.get(name, () => make() as Actors, sizeOf);
      names.push(name);
      forget(names.length - MAX_LISTS);
      return actors;
    },
  };
}

/** Keys of groups are texts of about 30 characters. */
function sizeOf(actors: Actors): number {
  const names = actors.by === "persons" ? actors.ids.byteLength : actors.keys.length * 60;
  return names + (actors.values?.byteLength ?? 0);
}
