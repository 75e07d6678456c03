import { SYSTEM } from "../activity/index.ts";
import type { Author } from "../activity/index.ts";
import type { Context } from "../context.ts";
import { write } from "../../storage/index.ts";
import { addKey, deleteKey, listKeys } from "./keys.ts";
import type { NewPersonalApiKey, PersonalApiKey } from "./keys.ts";
import { SECRET_PREFIX } from "./secret-prefix.ts";

type Changes = Pick<Context, "db" | "clock" | "ids" | "log">;

/** Random bytes of a secret, as many as a key has. */
const SECRET_BYTES = 35;

/**
 * A new secret (`phs_…`), shown only once: it reads flag definitions and remote config alone. The last secret stays
 * valid as the backup, until the next rotation or `dropSecretBackup`.
 */
export async function rotateSecret(
  ctx: Changes,
  projectId: number,
  by: Author = SYSTEM,
): Promise<{ secret: NewPersonalApiKey; backup: PersonalApiKey | null }> {
  const value = ctx.ids.secret(SECRET_PREFIX, SECRET_BYTES);
  return write(ctx.db, () => {
    const [last = null, ...older] = secretsOf(ctx, projectId);
    for (const { id } of older) deleteKey(ctx, id, by);
    const wanted = { label: `secret of project ${projectId}`, scopes: ["feature_flag:read"], projects: [projectId] };
    return { secret: addKey(ctx, wanted, value, by), backup: last };
  });
}

/** Makes the secret before the last rotation invalid; without one nothing changes. */
export async function dropSecretBackup(ctx: Changes, projectId: number, by: Author = SYSTEM): Promise<void> {
  await write(ctx.db, () => {
    for (const { id } of secretsOf(ctx, projectId).slice(1)) deleteKey(ctx, id, by);
  });
}

/** Newest first; of one moment in the order of their making. */
function secretsOf(ctx: Pick<Context, "db">, projectId: number): PersonalApiKey[] {
  return listKeys(ctx).filter(
    ({ mask_value: mask, scoped_projects: [project] }) => mask.startsWith(SECRET_PREFIX) && project === projectId,
  );
}
