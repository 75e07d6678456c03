import * as v from "valibot";
import { toIso } from "../clock.ts";
import type { Context } from "../context.ts";
import { conflict, notFound } from "../errors.ts";
import { toHash } from "../ids.ts";
import { parse } from "../parse.ts";
import { write } from "../storage/index.ts";
import { Scopes } from "./scope.ts";

/** What `keys.create` takes. `projects`: ids of the only projects it may touch; absent or empty = all. */
export const KeyInput = v.strictObject({
  label: v.pipe(v.string(), v.minLength(1, "Expected a label."), v.maxLength(40)),
  scopes: Scopes,
  projects: v.optional(v.array(v.pipe(v.number(), v.integer())), []),
});
export type KeyInput = v.InferInput<typeof KeyInput>;

/** A personal API key as it can be shown at any time. */
export interface PersonalApiKey {
  id: string;
  label: string;
  /** First four characters, three dots, last four. */
  mask_value: string;
  scopes: string[];
  /** Ids of the only projects it may touch; empty = all. */
  scoped_projects: number[];
  created_at: string;
  last_used_at: string | null;
  last_rolled_at: string | null;
}

/** A key with its value, which is shown this once. */
export type NewPersonalApiKey = PersonalApiKey & { value: string };

// 35 bytes give the 47 or 48 characters that real keys have (reference/rest.md 3.1).
const KEY_BYTES = 35;

/** Creates a personal API key; only a hash of its value is stored. @throws invalid */
export function createKey(
  ctx: Pick<Context, "db" | "clock" | "ids">,
  input: KeyInput,
  value = ctx.ids.secret("phx_", KEY_BYTES),
): NewPersonalApiKey {
  const { label, scopes, projects } = parse(KeyInput, input);
  const { db, clock, ids } = ctx;
  return write(db, () => {
    const hash = toHash(value);
    if (db.sql("SELECT 1 FROM personal_api_keys WHERE value_hash = ?").get(hash) !== undefined) {
      throw conflict("value", "This key exists already.");
    }
    const id = ids.secret("", 8);
    db.sql(
      `INSERT INTO personal_api_keys (id, label, value_hash, mask_value, scopes, scoped_projects, created_at)
       VALUES (?, ?, ?, ?, ?, ?, ?)`,
    ).run(id, label, hash, toMask(value), JSON.stringify(scopes), JSON.stringify(projects), clock.now());
    return { ...getKey(ctx, id), value };
  });
}

/** All keys, newest first. */
export function listKeys({ db }: Pick<Context, "db">): PersonalApiKey[] {
  const rows = db.sql(`SELECT ${KEY_COLUMNS} FROM personal_api_keys ORDER BY created_at DESC, id`).all() as KeyRow[];
  return rows.map(toKey);
}

/** Deletes a key: from its next request on it is invalid. @throws notFound */
export function revokeKey({ db }: Pick<Context, "db">, id: string): void {
  const { changes } = write(db, () => db.sql("DELETE FROM personal_api_keys WHERE id = ?").run(id));
  if (changes === 0) throw notFound();
}

/** The key with this value; undefined when there is none. Marks it as used, at most once an hour. */
export function findKey({ db, clock }: Pick<Context, "db" | "clock">, value: string): PersonalApiKey | undefined {
  // The lookup compares hashes inside an index: what its timing could tell is the hash of a guess, not the key.
  const row = db.sql(`SELECT ${KEY_COLUMNS} FROM personal_api_keys WHERE value_hash = ?`).get(toHash(value)) as
    | KeyRow
    | undefined;
  if (row === undefined) return undefined;
  const nowMs = clock.now();
  if (row.last_used_at === null || nowMs - row.last_used_at >= LAST_USED_STEP_MS) {
    write(db, () => db.sql("UPDATE personal_api_keys SET last_used_at = ? WHERE id = ?").run(nowMs, row.id));
  }
  return toKey(row);
}

const LAST_USED_STEP_MS = 3_600_000;

const KEY_COLUMNS = "id, label, mask_value, scopes, scoped_projects, created_at, last_used_at, last_rolled_at";

interface KeyRow {
  id: string;
  label: string;
  mask_value: string;
  scopes: string;
  scoped_projects: string;
  created_at: number;
  last_used_at: number | null;
  last_rolled_at: number | null;
}

function getKey({ db }: Pick<Context, "db">, id: string): PersonalApiKey {
  return toKey(db.sql(`SELECT ${KEY_COLUMNS} FROM personal_api_keys WHERE id = ?`).get(id) as KeyRow);
}

function toKey(row: KeyRow): PersonalApiKey {
  return {
    id: row.id,
    label: row.label,
    mask_value: row.mask_value,
    scopes: JSON.parse(row.scopes) as string[],
    scoped_projects: JSON.parse(row.scoped_projects) as number[],
    created_at: toIso(row.created_at),
    last_used_at: row.last_used_at === null ? null : toIso(row.last_used_at),
    last_rolled_at: row.last_rolled_at === null ? null : toIso(row.last_rolled_at),
  };
}

function toMask(value: string): string {
  return `${value.slice(0, 4)}...${value.slice(-4)}`;
}
