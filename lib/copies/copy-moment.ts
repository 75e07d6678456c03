import { createHash } from "node:crypto";
import type { PageView } from "../storage/wal/index.ts";
import { stillHeld } from "./copy-errors.ts";
import { GROUP_BYTES, HASH_BYTES, PART_BYTES, groupsOf, pack, partName, sha256 } from "./moment.ts";
import type { Moment, Part } from "./moment.ts";
import type { Place } from "../places/index.ts";

/** The groups of the last moment, by which the next tells what has changed. */
export interface Known {
  /** SHA-256 of each group. */
  hashes: Buffer;
  groups: number;
}

/** A moment whose parts are stored, and whose list is not yet. */
export interface Added {
  moment: Omit<Moment, "atMs" | "database" | "waiting">;
  known: Known;
  /** Stored bytes of the parts. */
  bytes: number;
}

/**
 * Stores the groups of pages that differ from the known ones, at the moment that is held. Memory holds two parts and 32 bytes for each
 * group; the whole file is read.
 * @param known empty = the whole database
 */
export async function addParts(
  view: PageView,
  place: Place,
  into: { chain: string; pages: number; known: Known },
): Promise<Added> {
  const { chain, pages, known } = into;
  const { pageBytes } = view;
  const sizeBytes = pages * pageBytes;
  const groups = groupsOf({ pages, pageBytes });
  const hashes = Buffer.alloc(groups * HASH_BYTES);
  const parts: Part[] = [];
  let bytes = 0;
  let storing: Promise<void> = Promise.resolve();
  let changed: { group: number; bytes: Buffer }[] = [];

  const flush = async () => {
    if (changed.length === 0) return;
    const all = changed;
    changed = [];
    const packed = await pack(Buffer.concat(all.map((one) => one.bytes)));
    const part: Part = {
      sha256: sha256(packed),
      bytes: packed.length,
      groups: all.map(({ group }) => group),
      hashes: Buffer.concat(all.map(({ group }) => hashOf(hashes, group))).toString("base64"),
    };
    parts.push(part);
    bytes += packed.length;
    // One part is stored while the next is read.
    await storing;
    storing = place.put(partName(chain, part), packed);
    storing.catch(() => {});
  };
  for (let from = 0; from < groups; from += AT_ONCE) {
    const block = Buffer.alloc(Math.min(AT_ONCE * GROUP_BYTES, sizeBytes - from * GROUP_BYTES));
    // The file has fewer bytes only when another program has cut it.
    if (view.read(block, from * GROUP_BYTES) < block.length) throw stillHeld();
    for (let group = from; group < Math.min(from + AT_ONCE, groups); group++) {
      const start = (group - from) * GROUP_BYTES;
      const own = block.subarray(start, start + GROUP_BYTES);
      createHash("sha256")
        .update(own)
        .digest()
        .copy(hashes, group * HASH_BYTES);
      if (group < known.groups && hashOf(hashes, group).equals(hashOf(known.hashes, group))) continue;
      changed.push({ group, bytes: own });
      if (changed.length * GROUP_BYTES >= PART_BYTES) await flush();
    }
  }
  await flush();
  await storing;
  return { moment: { format: 1, pageBytes, pages, parts }, known: { hashes, groups }, bytes };
}

/** Groups that are read at a time: 1 MiB. */
const AT_ONCE = 16;

function hashOf(hashes: Buffer, group: number): Buffer {
  return hashes.subarray(group * HASH_BYTES, (group + 1) * HASH_BYTES);
}
