import { corrupt, HogletError } from "../base/errors.ts";
import { toUuidText } from "../base/ids.ts";
import type { Db } from "./db.ts";
import { eventAt } from "./event-rows.ts";
import { uuidOf } from "./event-texts.ts";

/**
 * Parses JSON text of an event: its properties, or with `parse` its elements.
 * @throws corrupt (`storage_corrupt`) naming the event and the remedy, when its bytes are damaged
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

/**
 * Parses the JSON object of a row, such as a person's properties.
 * @param noun names the row
 * @param id of the row, an event's uuid; null = it is not at hand
 * @throws corrupt (`storage_corrupt`) naming the row when its bytes are damaged
 */
export function parseStored<T>(noun: "event" | "person" | "group", id: number | string | null, text: unknown): T {
  try {
    const value: unknown = JSON.parse(String(text));
    if (typeof value === "object" && value !== null) return value as T;
  } catch (error) {
    throw damagedRow(noun, id, error);
  }
  throw damagedRow(noun, id, new TypeError("It is no object."));
}

function damagedRow(noun: string, id: number | string | null, cause: unknown): HogletError {
  const name = id === null ? `a ${noun}` : `the ${noun} ${id}`;
  const detail = `The stored properties of ${name} are damaged. \`hoglet doctor <file>\` names the row and the remedy.`;
  return corrupt(detail, toCause(cause));
}

/** The parser's message quotes the text, which may be personal and must not reach a log. */
function toCause(cause: unknown): unknown {
  return cause instanceof SyntaxError ? new SyntaxError("It is no JSON.") : cause;
}

/** The error for an event that cannot be read, see `parseOfEvent`. */
export function damagedEvent(db: Pick<Db, "sql">, seq: number, cause: unknown): HogletError {
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

/** The uuid of an event, as text; an empty one when that is damaged too. */
export function eventUuid(db: Pick<Db, "sql">, seq: number): string {
  const uuid = db
    .sql(`SELECT ${uuidOf("e")} FROM ${eventAt("@seq")} e`)
    .pluck()
    .get({ seq });
  return Buffer.isBuffer(uuid) && uuid.length === 16 ? toUuidText(uuid) : "";
}

/** The reason for which a row is damaged, as a sentence for users. @param error of this file, or its cause */
export function toReason(error: unknown): string {
  const cause = error instanceof HogletError ? error.cause : error;
  return cause instanceof RangeError ? cause.message : "It cannot be read.";
}
