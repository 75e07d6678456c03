import { write } from "../../storage/index.ts";
import { and, eq, query } from "../../storage/queries/index.ts";
import { flagIds } from "../../storage/tables/index.ts";
import type { Context } from "../context.ts";
import type { FlagSet, SetFlag } from "./flag-sets.ts";
import type { AskedFor } from "./request.ts";

type Reads = Pick<Context, "db" | "identity">;

const idsOf = query((db, given: { projectId: number; personId: number }) =>
  db
    .select({ flagKey: flagIds.flagKey, keptId: flagIds.keptId })
    .from(flagIds)
    .where(and(eq(flagIds.personId, given.personId), eq(flagIds.projectId, given.projectId))),
);

const keepId = query((db, given: typeof flagIds.$inferSelect) =>
  db
    .insert(flagIds)
    .values({ projectId: given.projectId, personId: given.personId, flagKey: given.flagKey, keptId: given.keptId })
    .onConflictDoNothing(),
);

/** The ids under which the person of a request first got the flags that keep their values, by flag. */
export function keptIds(ctx: Reads, projectId: number, asked: AskedFor): ReadonlyMap<string, string> {
  const [person] = personsOf(ctx, projectId, asked);
  if (person === undefined) return new Map();
  return new Map(idsOf.all(ctx.db, { projectId, personId: person }).map(({ flagKey, keptId }) => [flagKey, keptId]));
}

/**
 * Stores the id before identification for flags that keep their values: the first for each person and flag. Without a
 * new one nothing is written.
 */
export async function keepIds(ctx: Reads, projectId: number, set: FlagSet, asked: AskedFor): Promise<void> {
  const { anonymousId } = asked;
  if (anonymousId === null) return;
  const keys = set.flags.filter(keepsValue).map(({ key }) => key);
  if (keys.length === 0) return;
  const missing = personsOf(ctx, projectId, asked).flatMap((personId) => {
    const known = new Set(idsOf.all(ctx.db, { projectId, personId }).map(({ flagKey }) => flagKey));
    return keys
      .filter((key) => !known.has(key))
      .map((flagKey) => ({ projectId, personId, flagKey, keptId: anonymousId }));
  });
  if (missing.length === 0) return;
  await write(ctx.db, () => {
    for (const row of missing) keepId.run(ctx.db, row);
  });
}

function keepsValue({ active, compiled }: SetFlag): boolean {
  return active && compiled.keepsValue && compiled.unit === null && compiled.bucketsBy === "distinct_id";
}

/** The person of the distinct id, else of the id before identification: the two may merge later. */
function personsOf({ identity }: Reads, projectId: number, { distinctId, anonymousId }: AskedFor): number[] {
  const ids = [distinctId, ...(anonymousId === null ? [] : [anonymousId])];
  return [...new Set(ids.flatMap((id) => identity.findPerson(projectId, id)?.id ?? []))];
}
