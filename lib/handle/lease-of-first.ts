import { randomBytes } from "node:crypto";
import { HogletError, conflict, misconfigured } from "../base/errors.ts";
import { silentLogger } from "../base/log.ts";
import { openDatabase } from "../log/index.ts";
import { requireLeaseFolder } from "../places/index.ts";
import {
  epochOf,
  holdLease,
  openLeasePlace,
  readFollowing,
  readLeaseNote,
  takeIdentity,
  writeLeaseNote,
} from "../replication/index.ts";
import type { HeldLease, Identity } from "../replication/index.ts";
import { writeAside } from "../storage/index.ts";
import type { Db } from "../storage/index.ts";
import { openWhenFree } from "./open-when-free.ts";
import type { Options } from "./options.ts";

/**
 * Takes the lease of the option `lease` for the epoch of the file, before events are written to that. @returns null = without the option, or the
 * file follows another
 * @throws misconfigured when another hoglet has it, or the place does not answer
 */
export async function leaseOfFirst(options: Options): Promise<HeldLease | null> {
  const { lease, file, checkpoint, logger = silentLogger, useEmptyFile = false, secureDelete = true } = options;
  if (lease === undefined || file === undefined || readFollowing(file) !== null) return null;
  const given = { file, checkpoint, useEmptyFile, secureDelete, durability: "full" as const };
  const db = await openWhenFree(file, () => openDatabase(given));
  try {
    await requireLeaseFolder(lease);
    const identity = await takeIdentity(db);
    const id = await claimOf(db, identity, lease);
    return await holdLease(lease, { database: identity.database, epoch: epochOf(identity), id }, logger);
  } catch (error) {
    if (error instanceof HogletError && error.code === "misconfigured") throw error;
    throw misconfigured("lease", `${file} cannot have the lease ${lease}. ${(error as Error).message}`, error);
  } finally {
    db.close();
  }
}

/** Claims the epoch of a database where that has had no lease in this place. @returns the claim's name */
async function claimOf(db: Db, identity: Identity, to: string): Promise<string> {
  const lease = (await openLeasePlace(to))(identity.database);
  const epoch = epochOf(identity);
  const claim = await lease.readClaim(epoch);
  const note = readLeaseNote(db);
  const isKnown = note?.to === to && note.epoch === epoch;
  if (claim !== null) {
    if (!isKnown || claim.id !== note.id) throw conflict(null, "Another copy of this database has it.");
    return claim.id;
  }
  if (isKnown && note.isClaimed)
    throw conflict(null, "It was there and is gone: is the disk mounted? For a new one, name another folder in it.");
  const id = isKnown ? note.id : randomBytes(8).toString("hex");
  await writeAside(db, () => writeLeaseNote(db, { to, epoch, id, isClaimed: false }));
  if ((await lease.claim(epoch, { id, url: null })) === null)
    throw conflict(null, "Another copy of this database has it.");
  await writeAside(db, () => writeLeaseNote(db, { to, epoch, id, isClaimed: true }));
  return id;
}
