import type { Surroundings, Reader } from "../hogql/index.ts";
import { SESSION_PLACES } from "../hogql/index.ts";

/**
 * The virtual table behind the view `sessions`: places of the statement's sessions, by which `hog_sessionat` gives
 * columns. Statements cannot name it: `guard.ts` refuses names of virtual tables.
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
