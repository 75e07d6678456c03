import type { Change } from "../../admin/activity/index.ts";
import type { Context } from "../context.ts";
import { invalid } from "../../base/errors.ts";
import { toStorableText } from "../../storage/index.ts";
import type { Attachment } from "./input.ts";
import { openFile, sealFile } from "./secret-file.ts";
import { SECRET_MASK } from "./values.ts";

/** A file as a config shows it (reference/rest.md 8.2); of a secret file only its existence. */
export interface ShownAttachment {
  uid: number;
  saved: true;
  size: number;
  name: string;
  type: string;
}

const ANY_TYPE = "application/octet-stream";

/** The files of configs, by the config's id and the key. */
export function shownAttachments(
  { db }: Pick<Context, "db">,
  configIds: readonly number[],
): Map<number, Record<string, ShownAttachment>> {
  const rows = db
    .sql(
      `SELECT id, config_id, key, file_name, content_type, size_bytes, is_secret FROM plugin_attachments
       WHERE config_id IN (SELECT value FROM json_each(?)) ORDER BY id`,
    )
    .all(JSON.stringify(configIds)) as (AttachmentRow & { config_id: number })[];
  const byConfig = new Map<number, Record<string, ShownAttachment>>();
  for (const row of rows) {
    const files = byConfig.get(row.config_id) ?? {};
    byConfig.set(row.config_id, { ...files, [row.key]: toShown(row) });
  }
  return byConfig;
}

interface AttachmentRow {
  id: number;
  key: string;
  file_name: string;
  content_type: string;
  size_bytes: number;
  is_secret: number;
}

function toShown(row: AttachmentRow): ShownAttachment {
  if (row.is_secret === 1) return { uid: -1, saved: true, size: -1, name: SECRET_MASK, type: ANY_TYPE };
  return { uid: row.id, saved: true, size: row.size_bytes, name: row.file_name, type: row.content_type };
}

/** A new entry of the activity log. */
export interface AttachmentEntry {
  activity: "attachment_created" | "attachment_updated" | "attachment_deleted";
  change: Change;
}

/**
 * Adds, replaces and (null) removes files of a config, inside the caller's transaction; a replaced file keeps its id.
 * @param secret keys whose files are encrypted
 * @throws invalid when the file to remove does not exist
 */
export function changeAttachments(
  ctx: Pick<Context, "db" | "vault">,
  configId: number,
  given: Readonly<Record<string, Attachment | null>>,
  secret: ReadonlySet<string>,
): AttachmentEntry[] {
  return Object.entries(given).map(([name, file]) => {
    const key = toStorableText(name);
    return changeOne(ctx, configId, { key, file }, secret.has(key));
  });
}

function changeOne(
  { db, vault }: Pick<Context, "db" | "vault">,
  configId: number,
  { key, file }: { key: string; file: Attachment | null },
  isSecret: boolean,
): AttachmentEntry {
  const before = db
    .sql("SELECT file_name FROM plugin_attachments WHERE config_id = ? AND key = ?")
    .pluck()
    .get(configId, key) as string | undefined;
  if (file === null) {
    if (before === undefined) throw invalid(`attachments__${key}`, "There is no such file.");
    db.sql("DELETE FROM plugin_attachments WHERE config_id = ? AND key = ?").run(configId, key);
    return { activity: "attachment_deleted", change: { action: "deleted", field: key, before } };
  }
  const name = toStorableText(file.name);
  const stored = isSecret
    ? sealFile(vault, name, file.bytes)
    : { file_name: name, size_bytes: file.bytes.length, contents: Buffer.from(file.bytes) };
  db.sql(
    `INSERT INTO plugin_attachments (config_id, key, file_name, content_type, size_bytes, contents, is_secret)
     VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (config_id, key) DO UPDATE SET file_name = excluded.file_name, content_type = excluded.content_type,
       size_bytes = excluded.size_bytes, contents = excluded.contents, is_secret = excluded.is_secret`,
  ).run(
    configId,
    key,
    stored.file_name,
    toStorableText(file.type || ANY_TYPE),
    stored.size_bytes,
    stored.contents,
    isSecret ? 1 : 0,
  );
  const after = stored.file_name;
  return before === undefined
    ? { activity: "attachment_created", change: { action: "created", field: key, after } }
    : { activity: "attachment_updated", change: { action: "changed", field: key, before, after } };
}

/** A file as a plugin receives it. */
export interface OpenAttachment {
  fileName: string;
  contentType: string;
  contents: Buffer;
  isSecret: boolean;
}

/** The files of a config, decrypted, by key. @throws misconfigured when a secret file cannot be read */
export function openAttachments(
  { db, vault }: Pick<Context, "db" | "vault">,
  configId: number,
): Record<string, OpenAttachment> {
  const rows = db
    .sql(
      "SELECT key, file_name, content_type, contents, is_secret FROM plugin_attachments WHERE config_id = ? ORDER BY id",
    )
    .all(configId) as (Omit<AttachmentRow, "id" | "size_bytes"> & { contents: Buffer })[];
  return Object.fromEntries(
    rows.map(({ key, file_name, content_type: contentType, contents, is_secret }) => {
      if (is_secret === 0) return [key, { fileName: file_name, contentType, contents, isSecret: false }];
      const { name, bytes } = openFile(vault, contents);
      return [key, { fileName: name, contentType, contents: bytes, isSecret: true }];
    }),
  );
}
