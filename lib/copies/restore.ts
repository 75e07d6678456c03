import { ftruncateSync, openSync, closeSync } from "node:fs";
import { requireOptions } from "../base/call-faults.ts";
import { toIso } from "../base/clock.ts";
import { checkFile } from "../doctor/index.ts";
import { corrupt, misconfigured } from "../base/errors.ts";
import { newFile } from "../storage/index.ts";
import { writeAll } from "../storage/wal/index.ts";
import { findMoment, oldestMoment } from "./chains.ts";
import type { MomentPlace } from "./chains.ts";
import { damagedCopy } from "./copy-errors.ts";
import {
  GROUP_BYTES,
  HASH_BYTES,
  MOST_PART_BYTES,
  PART_BYTES,
  getMoment,
  groupsOf,
  hashesOf,
  partName,
  sha256,
  unpack,
} from "./moment.ts";
import type { Moment, Part } from "./moment.ts";
import { openPlace } from "../places/index.ts";
import type { Place } from "../places/index.ts";

/** The options of a restore. */
export interface RestoreOptions {
  /** The place of the copies, as in the option `copies`. */
  from: string;
  /** The new database: a path where nothing is. */
  file: string;
  /** Epoch ms: the newest moment that is not after it. @default the newest moment */
  atMs?: number;
}

/** A restored database. */
export interface Restored {
  /** The moment: ISO text. */
  at: string;
  bytes: number;
}

/**
 * Writes a database as it was at a kept moment. Every part and every group of pages is compared with its hash, and the file is checked
 * as by `hoglet doctor`, before it appears at its path.
 * @throws misconfigured when the file exists, or there is no such moment; corrupt when the copy is damaged
 */
export async function restoreCopy(options: RestoreOptions): Promise<Restored> {
  requireOptions("restoreCopy", options, '{ from: "copies", file: "restored.db" }');
  const { from, file, atMs = Number.POSITIVE_INFINITY } = options;
  const place = await openPlace(from);
  const found = await findMoment(place, atMs);
  if (found === null) {
    const oldestMs = await oldestMoment(place);
    throw misconfigured(
      "from",
      oldestMs === null
        ? `${from} has no copy to restore.`
        : `${from} has no copy of that time to restore: its oldest is of ${toIso(oldestMs)}.`,
    );
  }
  const bytes = await newFile(file, "restore", async (draft) => {
    await writeMoment(place, found, draft);
    const { ok, findings } = await checkFile(draft);
    const error = findings.find(({ severity }) => severity === "error");
    if (!ok) throw corrupt(`The restored database is damaged, and was removed: ${error?.message}`);
  });
  return { at: toIso(found.atMs), bytes };
}

/** A part of a moment, and the size of the database then: its last group may be short. */
interface PlacedPart {
  part: Part;
  sizeBytes: number;
}

async function writeMoment(place: Place, { chain, number }: MomentPlace, draft: string): Promise<void> {
  const parts: PlacedPart[] = [];
  let last: Moment | undefined;
  for (let one = 0; one <= number; one++) {
    last = await getMoment(place, chain, one);
    const sizeBytes = last.pages * last.pageBytes;
    for (const part of last.parts) parts.push({ part, sizeBytes });
  }
  if (last === undefined) throw damagedCopy(chain, "it has no moments");
  const groups = groupsOf(last);
  // The part with the newest bytes of each group.
  const owners = new Int32Array(groups).fill(-1);
  for (const [index, { part }] of parts.entries())
    for (const group of part.groups) if (group < groups) owners[group] = index;
  const missing = owners.indexOf(-1);
  if (missing >= 0) throw damagedCopy(chain, `it lacks group ${missing}`);
  const fd = openSync(draft, "r+");
  try {
    for (const [index, placed] of parts.entries()) {
      const own = placed.part.groups.map((group) => owners[group] === index);
      if (own.includes(true))
        await writePart(place, chain, placed, (bytes, at, one) => {
          if (own[one] === true) writeAll(fd, bytes, at);
        });
    }
    ftruncateSync(fd, last.pages * last.pageBytes);
  } finally {
    closeSync(fd);
  }
}

/** Reads a part, and gives each of its groups after it was compared with its hash. */
async function writePart(
  place: Place,
  chain: string,
  { part, sizeBytes }: PlacedPart,
  write: (bytes: Buffer, at: number, index: number) => void,
): Promise<void> {
  const name = partName(chain, part);
  const stored = await place.get(name, MOST_PART_BYTES);
  if (stored === null) throw damagedCopy(name, "it is missing");
  if (sha256(stored) !== part.sha256) throw damagedCopy(name, "its bytes differ from its hash");
  const bytes = await unpack(name, stored, PART_BYTES);
  const hashes = hashesOf(chain, part);
  let from = 0;
  for (const [index, group] of part.groups.entries()) {
    const at = group * GROUP_BYTES;
    const own = bytes.subarray(from, from + Math.min(GROUP_BYTES, sizeBytes - at));
    from += own.length;
    const hash = hashes.toString("hex", index * HASH_BYTES, (index + 1) * HASH_BYTES);
    if (sha256(own) !== hash) throw damagedCopy(name, `group ${group} differs from its hash`);
    write(own, at, index);
  }
}
