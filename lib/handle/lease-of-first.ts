import { HogletError, misconfigured } from "../base/errors.ts";
import { silentLogger } from "../base/log.ts";
import { openDatabase } from "../log/index.ts";
import { epochOf, holdLease, takeIdentity } from "../replication/index.ts";
import type { HeldLease } from "../replication/index.ts";
import type { Options } from "./options.ts";

/**
 * Takes the lease of the option `lease` for the epoch of the file, before anything else is written to that. @returns null = without the option
 * @throws misconfigured when another hoglet has it, or the place does not answer
 */
export async function leaseOfFirst(options: Options): Promise<HeldLease | null> {
  const { lease, file, logger = silentLogger, useEmptyFile = false, secureDelete = true } = options;
  if (lease === undefined || file === undefined) return null;
  const db = openDatabase({ file, useEmptyFile, secureDelete, durability: "full" });
  try {
    const identity = await takeIdentity(db);
    return await holdLease(lease, { database: identity.database, epoch: epochOf(identity) }, logger);
  } catch (error) {
    if (error instanceof HogletError && error.code === "misconfigured") throw error;
    throw misconfigured("lease", `${file} cannot have the lease ${lease}. ${(error as Error).message}`, error);
  } finally {
    db.close();
  }
}
