import type { Context } from "../context.ts";
import type { ConfigSchema } from "../registry/manifest.ts";
import { sealFile } from "./secret-file.ts";
import { openSecrets, openValues, sealValues, secretKeys } from "./values.ts";

interface Row {
  id: number;
  config: string;
  secrets: Buffer | null;
}

/**
 * Encrypts the values of all configs of a plugin that its changed schema calls secret; secret values stay secret. Runs
 * inside the caller's transaction.
 */
export function sealAgain({ db, vault }: Pick<Context, "db" | "vault">, pluginId: number): void {
  const text = db.sql("SELECT config_schema FROM plugins WHERE id = ?").pluck().get(pluginId);
  const secret = secretKeys(JSON.parse(String(text)) as ConfigSchema);
  const rows = db.sql("SELECT id, config, secrets FROM plugin_configs WHERE plugin_id = ?").all(pluginId) as Row[];
  for (const row of rows) {
    const known = Object.keys(openSecrets(vault, row.secrets));
    const { config, secrets } = sealValues(vault, openValues(vault, row), new Set([...secret, ...known]));
    db.sql("UPDATE plugin_configs SET config = ?, secrets = ? WHERE id = ?").run(config, secrets, row.id);
  }
  sealFiles({ db, vault }, pluginId, secret);
}

function sealFiles({ db, vault }: Pick<Context, "db" | "vault">, pluginId: number, secret: ReadonlySet<string>): void {
  const files = db
    .sql(
      `SELECT id, key, file_name, contents FROM plugin_attachments
       WHERE is_secret = 0 AND config_id IN (SELECT id FROM plugin_configs WHERE plugin_id = ?)`,
    )
    .all(pluginId) as { id: number; key: string; file_name: string; contents: Buffer }[];
  for (const { id, key, file_name, contents } of files) {
    if (!secret.has(key)) continue;
    const sealed = sealFile(vault, file_name, contents);
    db.sql("UPDATE plugin_attachments SET file_name = ?, size_bytes = ?, contents = ?, is_secret = 1 WHERE id = ?").run(
      sealed.file_name,
      sealed.size_bytes,
      sealed.contents,
      id,
    );
  }
}
