import type { Change } from "../../admin/activity/index.ts";
import type { Context } from "../context.ts";
import { invalid } from "../../base/errors.ts";
import { toStorableText } from "../../storage/index.ts";
import type { Attachment } from "./input.ts";
import { openFile, sealFile } from "./secret-file.ts";
import { SECRET_MASK } from "./values.ts";
import { and, eq, getTableColumns, isListed, query } from "../../storage/queries/index.ts";
import { pluginAttachments } from "../../storage/tables/index.ts";

/** A file as a config shows it (reference/rest.md 8.2); of a secret file only its existence. */
export interface ShownAttachment {
  uid: number;
  saved: true;
  size: number;
  name: string;
  type: string;
}

const ANY_TYPE = "application/octet-stream";

const { contents: _contents, ...SHOWN } = getTableColumns(pluginAttachments);

/** `configIds` is a JSON list. */
const filesOf = query((db, given: { configIds: string }) =>
  db
    .select(SHOWN)
    .from(pluginAttachments)
    .where(isListed(pluginAttachments.configId, given.configIds))
    .orderBy(pluginAttachments.id),
);

const wholeFilesOf = query((db, given: { configId: number }) =>
  db
    .select()
    .from(pluginAttachments)
    .where(eq(pluginAttachments.configId, given.configId))
    .orderBy(pluginAttachments.id),
);

const isFile = ({ configId, key }: { configId: number; key: string }) =>
  and(eq(pluginAttachments.configId, configId), eq(pluginAttachments.key, key));

const fileByKey = query((db, given: { configId: number; key: string }) =>
  db.select({ fileName: pluginAttachments.fileName }).from(pluginAttachments).where(isFile(given)),
);

const removeFile = query((db, given: { configId: number; key: string }) =>
  db.delete(pluginAttachments).where(isFile(given)),
);

const putFile = query((db, given: Omit<typeof pluginAttachments.$inferSelect, "id">) => {
  const { fileName, contentType, sizeBytes, contents, isSecret } = given;
  const row = { fileName, contentType, sizeBytes, contents, isSecret };
  return db
    .insert(pluginAttachments)
    .values({ configId: given.configId, key: given.key, ...row })
    .onConflictDoUpdate({ target: [pluginAttachments.configId, pluginAttachments.key], set: row });
});

/** The files of configs, by the config's id and the key. */
export function shownAttachments(
  { db }: Pick<Context, "db">,
  configIds: readonly number[],
): Map<number, Record<string, ShownAttachment>> {
  const rows = filesOf.all(db, { configIds: JSON.stringify(configIds) });
  const byConfig = new Map<number, Record<string, ShownAttachment>>();
  for (const row of rows) {
    const files = byConfig.get(row.configId) ?? {};
    byConfig.set(row.configId, { ...files, [row.key]: toShown(row) });
  }
  return byConfig;
}

function toShown(row: Omit<typeof pluginAttachments.$inferSelect, "contents">): ShownAttachment {
  if (row.isSecret === 1) return { uid: -1, saved: true, size: -1, name: SECRET_MASK, type: ANY_TYPE };
  return { uid: row.id, saved: true, size: row.sizeBytes, name: row.fileName, type: row.contentType };
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
  const before = fileByKey.get(db, { configId, key })?.fileName;
  if (file === null) {
    if (before === undefined) throw invalid(`attachments__${key}`, "There is no such file.");
    removeFile.run(db, { configId, key });
    return { activity: "attachment_deleted", change: { action: "deleted", field: key, before } };
  }
  const name = toStorableText(file.name);
  const stored = isSecret
    ? sealFile(vault, name, file.bytes)
    : { file_name: name, size_bytes: file.bytes.length, contents: Buffer.from(file.bytes) };
  putFile.run(db, {
    configId,
    key,
    fileName: stored.file_name,
    contentType: toStorableText(file.type || ANY_TYPE),
    sizeBytes: stored.size_bytes,
    contents: stored.contents,
    isSecret: isSecret ? 1 : 0,
  });
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
  const rows = wholeFilesOf.all(db, { configId });
  return Object.fromEntries(
    rows.map(({ key, fileName, contentType, contents, isSecret }) => {
      if (isSecret === 0) return [key, { fileName, contentType, contents, isSecret: false }];
      const { name, bytes } = openFile(vault, contents);
      return [key, { fileName: name, contentType, contents: bytes, isSecret: true }];
    }),
  );
}
