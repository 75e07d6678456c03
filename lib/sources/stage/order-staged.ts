import type { Scratch } from "./scratch.ts";

/**
 * Brings the tables into the order in which they are drained. The reader does it, since this takes 2 s for a million
 * events and cannot be divided.
 * @param onStep called after each part
 */
export function orderStaged(scratch: Scratch, onStep: () => void): void {
  for (const index of ["events_in_order ON events (ts, place)", "owners_by_owner ON owners (owner)"]) {
    scratch.run(`CREATE INDEX ${index}`);
    onStep();
  }
  scratch.run("CREATE INDEX shared_by_owner ON shared (owner)");
  uniteOwners(scratch);
  onStep();
}

/** An id with several owners: the source merged them between its events, so they are one. */
function uniteOwners(scratch: Scratch): void {
  const ids = "SELECT distinct_id FROM shared WHERE distinct_id > ? GROUP BY distinct_id HAVING count(*) > 1 LIMIT 1";
  const owners = "SELECT owner FROM shared WHERE distinct_id = ? ORDER BY owner";
  for (let id = ""; ;) {
    const found = scratch.get<{ distinct_id: string }>(ids, id);
    if (found === undefined) return;
    id = found.distinct_id;
    const [kept, ...others] = scratch.all<{ owner: string }>(owners, id);
    for (const { owner } of others) {
      scratch.run("UPDATE OR IGNORE shared SET owner = ? WHERE owner = ?", kept?.owner, owner);
      scratch.run("DELETE FROM shared WHERE owner = ?", owner);
    }
  }
}
