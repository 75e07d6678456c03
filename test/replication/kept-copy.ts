import { unavailable } from "../../lib/base/errors.ts";
import { openDatabase } from "../../lib/log/index.ts";
import type { Claim, Mark, OpenEngine } from "../../lib/engine.ts";
import { writeNow } from "../../lib/storage/index.ts";
import { put } from "../conformance/feed-copy.ts";
import { rowsEngine } from "../reference/rows/index.ts";

const NAME = "kept";

/** Entries at a time, so that a story has many shipments. */
const LIMIT = 7;

/** A store beside hoglet that outlives the engines over it, as ClickHouse does: rows, and the marks of the last shipment. */
export function openKeptCopy() {
  const db = openDatabase({ file: undefined, durability: "normal" });
  // A row may come before the row that it names, which is newer.
  db.sqlite.pragma("foreign_keys = OFF");
  const rows = rowsEngine(db);
  const kept: { from: Mark | null; until: Mark | null } = { from: null, until: null };
  const state = { shipped: 0, erased: 0, mayErase: Promise.resolve() };

  const engine: OpenEngine = ({ feed }) => {
    let claim: Claim | null = null;
    let isBegun = false;
    let last: Promise<unknown> = Promise.resolve();

    const hold = async () => {
      try {
        if (claim !== null) return await claim.renew();
      } catch (error) {
        if ((error as { code: string }).code !== "lease_lost") throw error;
        [claim, isBegun] = [null, false];
      }
      claim = await feed.claim(NAME);
      if (claim === null) throw unavailable("engine_elsewhere", "Another process follows.", undefined);
    };
    const begin = async () => {
      const known = await feed.follow(NAME);
      kept.until ??= known;
      kept.from ??= known;
      // Else a shipment was lost, or is about to be stored twice.
      const wanted = JSON.stringify(known);
      if (![kept.from, kept.until].some((mark) => JSON.stringify(mark) === wanted))
        throw unavailable("engine_foreign", `The feed has ${wanted}, the copy ${JSON.stringify(kept)}.`, undefined);
      isBegun = true;
    };
    const ship = async () => {
      const newest = await feed.newest();
      const { until } = kept;
      const isThere = isBegun && until !== null && until.start === undefined;
      if (isThere && until.events >= newest.events && until.changes >= newest.changes) return;
      await hold();
      if (!isBegun) await begin();
      for (let isCurrent = false; !isCurrent;) {
        const from = kept.until as Mark;
        const batch = await feed.read(from, { limit: LIMIT });
        await claim?.renew();
        // A key of an event that is there already is refused.
        writeNow(db, () => batch.entries.forEach((entry) => put(db, entry)));
        Object.assign(kept, { from, until: batch.mark });
        state.shipped += batch.entries.filter(({ kind }) => kind === "event").length;
        await feed.confirm(NAME, batch.mark);
        ({ isCurrent } = batch);
      }
    };
    const shipped = async () => {
      const turn = last.then(ship);
      last = turn.catch(() => {});
      await turn;
    };
    return {
      async ask(plan) {
        await shipped();
        return rows.ask(plan);
      },
      async erase() {
        await state.mayErase;
        await shipped();
        state.erased++;
        const counts = db.sql<{ project_id: number; count: number }>(
          "SELECT project_id, count(*) AS count FROM events GROUP BY project_id",
        );
        return {
          follower: NAME,
          rows: { events: 0 },
          events: {
            untilSeq: kept.until?.events ?? 0,
            counts: new Map(counts.all().map(({ project_id: id, count }) => [id, count])),
          },
        };
      },
      async rebuild() {
        await hold();
        await feed.unfollow(NAME);
        writeNow(db, () => {
          for (const table of ["events", "distinct_ids", "persons", "groups", "cohort_members"])
            db.sql(`DELETE FROM ${table}`).run();
        });
        Object.assign(kept, { from: null, until: null });
        isBegun = false;
        await shipped();
      },
      async close() {
        await last;
        await claim?.release();
      },
    };
  };
  return { engine, state, close: () => db.close() };
}
