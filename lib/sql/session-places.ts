import type { Surroundings, Reader } from "../hogql/index.ts";
import { SESSION_PLACES } from "../hogql/index.ts";

/**
 * Registers the virtual table behind the view `sessions`: the places of the statement's sessions, by which `hog_sessionat` gives
 * their columns. No statement can name the table itself: `guard.ts` refuses names of virtual tables.
 */
export function addSessionPlaces(db: Reader, surroundings: () => Pick<Surroundings, "sessions">): void {
  db.table(SESSION_PLACES, {
    columns: ["place"],
    *rows() {
      const { count } = surroundings().sessions;
      for (let place = 0; place < count; place++) yield [place];
    },
  });
}
