import type { Context } from "../context.ts";
import type { ConfigSchema } from "../registry/manifest.ts";
import { sealFile } from "./secret-file.ts";
import { openSecrets, openValues, sealValues, secretKeys } from "./values.ts";
import { and, eq, query } from "../../storage/queries/index.ts";
import { pluginAttachments, pluginConfigs, plugins } from "../../storage/tables/index.ts";

const schemaOf = query((db, given: { pluginId: number }) =>
  db.select({ configSchema: plugins.configSchema }).from(plugins).where(eq(plugins.id, given.pluginId)),
);

const configsOf = query((db, given: { pluginId: number }) =>
  db
    .select({ id: pluginConfigs.id, config: pluginConfigs.config, secrets: pluginConfigs.secrets })
    .from(pluginConfigs)
    .where(eq(pluginConfigs.pluginId, given.pluginId)),
);

const setValues = query((db, given: Pick<typeof pluginConfigs.$inferSelect, "id" | "config" | "secrets">) =>
  db.update(pluginConfigs).set({ config: given.config, secrets: given.secrets }).where(eq(pluginConfigs.id, given.id)),
);

const openFilesOf = query((db, given: { pluginId: number }) =>
  db
    .select({
      id: pluginAttachments.id,
      key: pluginAttachments.key,
      fileName: pluginAttachments.fileName,
      contents: pluginAttachments.contents,
    })
    .from(pluginAttachments)
    .innerJoin(pluginConfigs, eq(pluginConfigs.id, pluginAttachments.configId))
    .where(and(eq(pluginAttachments.isSecret, 0), eq(pluginConfigs.pluginId, given.pluginId))),
);

const sealRow = query(
  (db, given: Pick<typeof pluginAttachments.$inferSelect, "id" | "fileName" | "sizeBytes" | "contents">) =>
    db
      .update(pluginAttachments)
      .set({ fileName: given.fileName, sizeBytes: given.sizeBytes, contents: given.contents, isSecret: 1 })
      .where(eq(pluginAttachments.id, given.id)),
);

/**
 * Encrypts values that a plugin's changed schema calls secret, in all configs; secrets stay secret. Inside the caller's
 * transaction.
 */
export function sealAgain({ db, vault }: Pick<Context, "db" | "vault">, pluginId: number): void {
  const secret = secretKeys(JSON.parse(schemaOf.get(db, { pluginId })?.configSchema ?? "[]") as ConfigSchema);
  for (const row of configsOf.all(db, { pluginId })) {
    const known = Object.keys(openSecrets(vault, row.secrets));
    const { config, secrets } = sealValues(vault, openValues(vault, row), new Set([...secret, ...known]));
    setValues.run(db, { id: row.id, config, secrets });
  }
  sealFiles({ db, vault }, pluginId, secret);
}

function sealFiles({ db, vault }: Pick<Context, "db" | "vault">, pluginId: number, secret: ReadonlySet<string>): void {
  for (const { id, key, fileName, contents } of openFilesOf.all(db, { pluginId })) {
    if (!secret.has(key)) continue;
    const sealed = sealFile(vault, fileName, contents);
    sealRow.run(db, { id, fileName: sealed.file_name, sizeBytes: sealed.size_bytes, contents: sealed.contents });
  }
}
