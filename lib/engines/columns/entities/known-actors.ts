import type { ActorList } from "../../../port/actors.ts";
import type { Db } from "../../../storage/index.ts";
import type { Cache } from "../log/cache.ts";
import type { WholeList } from "./actor-list.ts";

/** Lists kept for users who turn their pages. */
const MAX_LISTS = 4;

/** Keeps the last lists of actors until any write, since each page needs the whole list. */
export interface KnownActors {
  /** Read-only. */
  get(list: ActorList, make: () => unknown): WholeList;
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
    get(list, make) {
      // Read before the list is made: no list counts as newer than it is.
      const now = `${String(db.sql("SELECT total_changes()").pluck().get())}:${String(db.sql("PRAGMA data_version").pluck().get())}`;
      if (now !== seen) forget(names.length);
      seen = now;
      const name = `actors ${JSON.stringify(list)}`;
      names = names.filter((known) => known !== name);
      const actors = cache.get(name, () => make() as WholeList, sizeOf);
      names.push(name);
      forget(names.length - MAX_LISTS);
      return actors;
    },
  };
}

/** Keys of groups have about 30 characters. */
function sizeOf(list: WholeList): number {
  const names = list.by === "persons" ? list.ids.byteLength : list.keys.length * 60;
  return names + (list.values?.byteLength ?? 0) + (list.bits?.byteLength ?? 0);
}
