import { toUuidBytes } from "../../base/ids.ts";
import { uuidOfParts } from "../values/event-id.ts";
import { toLine } from "./line.ts";
import type { Scratch } from "./scratch.ts";

export interface Settled {
  /** Events that the import makes of links. */
  made: number;
  /** Users who were seen on a device that belongs to an earlier user: they are not joined. */
  sharedDevices: number;
}

interface LinkRow {
  device: string;
  user: string;
  ts: number;
  place: number;
  is_own: number;
  forms: string;
}

/**
 * Decides who each device belongs to, and makes the `$identify` events: one for each device and its first user, just
 * before the event that showed both. A second user has no person yet and would join the first one's.
 * @param onPage called after each thousand links
 */
export function settleLinks(scratch: Scratch, onPage: () => void): Settled {
  const settled: Settled = { made: 0, sharedDevices: 0 };
  let owner: LinkRow | undefined;
  for (const link of walkLinks(scratch, onPage)) {
    if (owner?.device === link.device) {
      settled.sharedDevices += 1;
      unlink(scratch, link);
      continue;
    }
    owner = link;
    if (link.is_own === 0) settled.made += makeIdentify(scratch, { ...link, user: rootOf(scratch, link) });
  }
  return settled;
}

/** Links of one page; the next page begins after its last. */
const PAGE = 1000;

function* walkLinks(scratch: Scratch, onPage: () => void): Generator<LinkRow> {
  // Sorted by device, then by time: the first person of each device is its owner.
  scratch.run("CREATE INDEX IF NOT EXISTS links_in_order ON links (device, ts, place)");
  let after = { device: "", ts: Number.MIN_SAFE_INTEGER, place: -1 };
  for (;;) {
    const page = scratch.all<LinkRow>(
      `SELECT device, user, ts, place, is_own, forms FROM links WHERE (device, ts, place) > (?, ?, ?)
       ORDER BY device, ts, place LIMIT ${PAGE}`,
      after.device,
      after.ts,
      after.place,
    );
    yield* page;
    onPage();
    const last = page.at(-1);
    if (last === undefined) return;
    after = last;
  }
}

/** The events of a second user stay, and no longer merge the device. */
function unlink(scratch: Scratch, { device, user }: LinkRow): void {
  scratch.run(
    `UPDATE events SET body = json_remove(body, '$.properties."$anon_distinct_id"'), device = NULL
     WHERE device = ? AND user = ?`,
    device,
    user,
  );
}

/** Users that are devices of others in turn; more are a circle. */
const MOST_STEPS = 20;

/**
 * The last user of a chain: Heap's migrations lead from one anonymous id to the next, then to the site's own id. An
 * `$identify` for each step would be refused after the first, which has identified its user.
 */
function rootOf(scratch: Scratch, { user, device }: LinkRow): string {
  const seen = new Set([device, user]);
  let root = user;
  for (let step = 0; step < MOST_STEPS; step++) {
    const next = scratch.get<{ user: string }>(
      "SELECT user FROM links WHERE device = ? ORDER BY ts, place LIMIT 1",
      root,
    )?.user;
    if (next === undefined || seen.has(next)) break;
    seen.add(next);
    root = next;
  }
  return root;
}

function makeIdentify(scratch: Scratch, { device, user, ts, place, forms }: LinkRow): number {
  const others = (JSON.parse(forms) as string[]).filter((form) => isUsed(scratch, form));
  const devices = others.length === 0 || isUsed(scratch, device) ? [device, ...others] : others;
  for (const [index, id] of devices.entries()) {
    const uuid = uuidOfParts("identify", [user, id]);
    const properties = { $anon_distinct_id: id, historical_migration: true, $geoip_disable: true };
    const body = toLine({ event: "$identify", distinctId: user, timestampMs: ts, properties, uuid });
    scratch.run(
      "INSERT INTO events (uuid, ts, place, rank, made, body) VALUES (?, ?, ?, 0, 1, ?) ON CONFLICT DO NOTHING",
      toUuidBytes(uuid),
      ts,
      place - 1 - index,
      body,
    );
  }
  return devices.length;
}

function isUsed(scratch: Scratch, distinctId: string): boolean {
  return scratch.get("SELECT 1 FROM forms WHERE distinct_id = ?", distinctId) !== undefined;
}
