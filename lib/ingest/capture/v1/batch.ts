import { isUtf8 } from "node:buffer";
import * as v from "valibot";
import { HogletError } from "../../../base/errors.ts";
import { toUuid } from "../../../base/ids.ts";
import { requestLimits } from "../../../base/request-limits.ts";
import { parseSliced } from "../json-slices.ts";
import { refuse } from "./refuse.ts";
import { parseRfc3339 } from "./rfc3339.ts";

/** Fields have the right types; `options` and `properties` are checked later. */
export const V1Event = v.object({
  event: v.string(),
  /** The uuid without surrounding blanks, in the letter case sent. */
  uuid: v.pipe(v.string(), v.trim()),
  /** The distinct id without surrounding blanks. */
  distinct_id: v.pipe(v.string(), v.trim()),
  timestamp: v.string(),
  session_id: v.nullish(v.string()),
  window_id: v.nullish(v.string()),
  options: v.unknown(),
  properties: v.unknown(),
});
export type V1Event = v.InferOutput<typeof V1Event>;

const Batch = v.object({
  created_at: v.string(),
  historical_migration: v.nullish(v.boolean()),
  batch: v.array(V1Event),
});

/**
 * Makes all checks that refuse a whole batch (reference/capture.md 8.2).
 * @throws HogletError 400 `request_parsing_error` (a required key is missing, or of the wrong type), `invalid_batch`
 *   (by its `created_at`), `empty_batch`, `missing_event_uuid`, `invalid_event_uuid`, `duplicate_event_uuid`; 413
 *   `payload_too_large` when it holds too much
 */
export async function parseBatch(bytes: Buffer): Promise<V1Event[]> {
  const content = await readContent(bytes);
  const count = countOf(content);
  if (count > requestLimits.events) {
    throw refuse(413, "payload_too_large", `Expected at most ${requestLimits.events} events but received ${count}.`);
  }
  const parsed = v.safeParse(Batch, content, { abortEarly: true });
  if (!parsed.success) throw unparsable(describe(parsed.issues[0]));
  const { created_at: createdAt, batch } = parsed.output;
  if (parseRfc3339(createdAt) === null) {
    throw refuse(400, "invalid_batch", `Expected created_at to be an RFC 3339 date-time but received "${createdAt}".`);
  }
  if (batch.length === 0) throw refuse(400, "empty_batch", "Expected at least one event.");
  expectUuids(batch);
  return batch;
}

async function readContent(bytes: Buffer): Promise<unknown> {
  if (!isUtf8(bytes)) throw unparsable("it is not UTF-8");
  try {
    return await parseSliced(bytes, JSON.parse);
  } catch (cause) {
    if (cause instanceof HogletError && cause.status === 413) throw refuse(413, "payload_too_large", cause.detail);
    throw unparsable(cause instanceof Error ? cause.message : "invalid JSON", cause);
  }
}

function countOf(content: unknown): number {
  const batch = (content as { batch?: unknown } | null)?.batch;
  return Array.isArray(batch) ? batch.length : 0;
}

function describe(issue: v.BaseIssue<unknown>): string {
  const path = v.getDotPath(issue);
  return path === null ? issue.message : `${path}: ${issue.message}`;
}

function unparsable(why: string, cause?: unknown): Error {
  return refuse(400, "request_parsing_error", `The body cannot be read: ${why}`, cause);
}

function expectUuids(batch: readonly V1Event[]): void {
  const seen = new Set<string>();
  for (const { uuid } of batch) {
    if (uuid === "") throw refuse(400, "missing_event_uuid", "Expected every event to have a uuid.");
    const known = toUuid(uuid);
    if (known === null) throw refuse(400, "invalid_event_uuid", `Expected a UUID but received "${uuid}".`);
    if (seen.has(known)) throw refuse(400, "duplicate_event_uuid", `The batch holds ${uuid} twice.`);
    seen.add(known);
  }
}
