import { corrupt, HogletError } from "../base/errors.ts";
import { toUuidText } from "../base/ids.ts";
import { toCause } from "../storage/index.ts";
import type { Db } from "../storage/index.ts";
import { eventAt } from "./event-rows.ts";
import { uuidOf } from "./event-texts.ts";

/**
 * Parses an event's properties, or with `parse` its elements.
 * @throws corrupt (`storage_corrupt`) naming the event and the remedy
 */
export function parseOfEvent<T>(
  db: Pick<Db, "sql">,
  seq: number,
  text: string,
  parse: (text: string) => T = JSON.parse,
): T {
  try {
    const value = parse(text);
    if (typeof value === "object" && value !== null) return value;
  } catch (error) {
    throw damagedEvent(db, seq, error);
  }
  throw damagedEvent(db, seq, new TypeError("It is no object."));
}

/** The error for an event that cannot be read, see `parseOfEvent`. @param cause @default its head has changed */
export function damagedEvent(
  db: Pick<Db, "sql">,
  seq: number,
  cause: unknown = new RangeError(HEAD_FAULT),
): HogletError {
  const uuid = eventUuid(db, seq);
  if (uuid === "") {
    const detail = `The event log is damaged at seq ${seq}. \`hoglet doctor <file>\` says where, and what to do.`;
    return corrupt(detail, toCause(cause));
  }
  return corrupt(
    `The event ${uuid} (seq ${seq}) is damaged and cannot be read. Delete it (\`hoglet deletions request event ${uuid}\`, ` +
      "then `hoglet deletions run`), or leave it out of a rebuild or an export (`--skip-bad`).",
    toCause(cause),
  );
}

const HEAD_FAULT = "Its name, distinct id, time, project or place has changed.";

/** The uuid of an event, as text; an empty one when that is damaged too. */
export function eventUuid(db: Pick<Db, "sql">, seq: number): string {
  const uuid = db
    .sql(`SELECT ${uuidOf("e")} FROM ${eventAt("@seq")} e`)
    .pluck()
    .get({ seq });
  return soundUuid(uuid);
}

/** A stored uuid as text; "" = it is lost by damage. */
export function soundUuid(uuid: unknown): string {
  return Buffer.isBuffer(uuid) && uuid.length === 16 ? toUuidText(uuid) : "";
}

/** Why a row is damaged, as a sentence for users. @param error of this file, or its cause */
export function toReason(error: unknown): string {
  const cause = error instanceof HogletError ? error.cause : error;
  return cause instanceof RangeError ? cause.message : UNREADABLE;
}

/** The reason where texts are no JSON. */
export const UNREADABLE = "It cannot be read.";

/** Is a text JSON of an object or a list, as those of events are? */
export function isJson(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null;
  } catch {
    // JSON.parse throws for text that is not JSON.
    return false;
  }
}
