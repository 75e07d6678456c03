import { crc32 } from "node:zlib";
import type { Db } from "../storage/index.ts";
import { IN_CHUNK } from "./event-rows.ts";
import { damagedEvent } from "./damaged-event.ts";

// A row of `events` has three checksums, for readers of its parts. `head_sum`: the columns by which questions group and
// order (seq, project, name, distinct id, time); a sum of products modulo a prime, which finds each flipped bit, since
// no power of two is a multiple of the prime, and which SQLite computes without a call. `text_sum`: CRC-32 of
// properties and elements. `origin_sum`: uuid and time of arrival, as `head_sum`. Per event 0.6 µs and 15 bytes.
//
// Events of chunks have -1 for all three: the chunk has its own checksums.

/** 2^31 - 1, a prime: a remainder times a factor stays below 2^53. */
const PRIME = 2_147_483_647;

/** Factors of the parts of a sum. They differ, so that no two parts can change places. */
const FACTORS = [40_503, 50_021, 60_013, 70_001, 80_021] as const;

/** The parts of an event's row that `head_sum` covers, in the order of the factors. */
const HEAD = ["seq", "project_id", "event_name_id", "distinct_id_id", "timestamp"] as const;

export type EventHead = readonly [seq: number, projectId: number, nameId: number, ordinal: number, timestampMs: number];

export function headSum([seq, projectId, nameId, ordinal, timestampMs]: EventHead): number {
  const [a, b, c, d, e] = FACTORS;
  return (
    ((seq % PRIME) * a +
      (projectId % PRIME) * b +
      (nameId % PRIME) * c +
      (ordinal % PRIME) * d +
      (timestampMs % PRIME) * e) %
    PRIME
  );
}

/**
 * SQL of the checksum of an event's head.
 * @param columns SQL of the five parts
 */
export function headSumSql(columns: readonly string[] = HEAD): string {
  return `((${columns.map((column, index) => `(${column} % ${PRIME}) * ${FACTORS[index]}`).join(" + ")}) % ${PRIME})`;
}

export function textSum(properties: string, elements: string | null): number {
  const sum = crc32(properties);
  return elements === null ? sum : crc32(elements, sum);
}

/** The checksum of an event's uuid (16 bytes) and its time of arrival. */
export function originSum(uuid: Buffer, receivedAtMs: number): number {
  const [a, b, c, d, e] = FACTORS;
  return (
    (uuid.readUInt32LE(0) * a +
      uuid.readUInt32LE(4) * b +
      uuid.readUInt32LE(8) * c +
      uuid.readUInt32LE(12) * d +
      (receivedAtMs % PRIME) * e) %
    PRIME
  );
}

/** SQL of an `originSum`. @param sumAtZero SQL of the sum of the uuid and the time 0 */
export function originSumSql(sumAtZero: string, receivedAt: string): string {
  return `((${sumAtZero} + (${receivedAt} % ${PRIME}) * ${FACTORS[4]}) % ${PRIME})`;
}

/**
 * SQL: 1 = the head is damaged. A flipped bit can shorten a row, so that it lacks checksums: a missing one is damage.
 * @param alias of the table `events`
 */
export function headFault(alias: string): string {
  const sum = headSumSql(HEAD.map((column) => `${alias}.${column}`));
  // Damage can make each column null, and a comparison with null is null.
  return `((${alias}.head_sum = ${IN_CHUNK} OR ${alias}.head_sum = ${sum}) IS NOT 1)`;
}

/** SQL of the columns that `checkEvent` needs besides the texts. */
export function sumsOf(alias: string): string {
  return `${headFault(alias)} AS head_fault, ${alias}.text_sum, ${alias}.origin_sum`;
}

/**
 * SQL: is the event of project `@projectId`? A damaged event counts when its project does not exist, or was this one
 * when it was stored, so that readers refuse it and do not skip it.
 * @param alias of the table `events`
 */
export function ofProject(alias: string): string {
  const sum = headSumSql(HEAD.map((column) => (column === "project_id" ? "@projectId" : `${alias}.${column}`)));
  return `(${alias}.project_id = @projectId OR ${alias}.head_sum IS ${sum} OR (${alias}.project_id IN (SELECT id FROM projects)) IS NOT 1)`;
}

/** The texts of an event with their checksum. */
export interface SummedText {
  seq: number;
  properties: string;
  elements: string | null;
  text_sum: number;
}

/** The head and the texts of an event with their checksums. */
export interface SummedBody extends SummedText {
  head_fault: number;
}

export interface SummedEvent extends SummedBody {
  uuid: Buffer;
  received_at: number;
  origin_sum: number;
}

/** @throws corrupt naming the event when a part is not as it was stored */
export function checkEvent(db: Pick<Db, "sql">, event: SummedEvent): void {
  checkBody(db, event);
  if (!hasOriginFault(event)) return;
  const { seq } = event;
  throw damagedEvent(db, seq, new RangeError("Its uuid or its time of arrival has changed."));
}

/**
 * Checks the head and the texts, without uuid and time of arrival.
 * @throws corrupt
 */
export function checkBody(db: Pick<Db, "sql">, event: SummedBody): void {
  if (event.head_fault !== 0) throw damagedEvent(db, event.seq);
  checkText(db, event);
}

function checkText(db: Pick<Db, "sql">, { seq, properties, elements, text_sum: sum }: SummedText): void {
  if (hasTextFault(properties, elements, sum)) throw damagedEvent(db, seq, new RangeError(TEXT_FAULT));
}

export const TEXT_FAULT = "Its properties or its elements have changed.";

/** Are an event's texts other than they were stored? @param sum its checksum, which may be damaged too */
export function hasTextFault(properties: unknown, elements: unknown, sum: unknown): boolean {
  // Damage can change a value's type.
  if (typeof properties !== "string" || (elements !== null && typeof elements !== "string")) return true;
  return sum !== IN_CHUNK && textSum(properties, elements) !== sum;
}

/** Are an event's uuid or its time of arrival other than they were stored? */
export function hasOriginFault({
  uuid,
  received_at: receivedAt,
  origin_sum: sum,
}: Pick<SummedEvent, "uuid" | "received_at" | "origin_sum">): boolean {
  return !isUuid(uuid) || (sum !== IN_CHUNK && originSum(uuid, receivedAt) !== sum);
}

function isUuid(uuid: unknown): boolean {
  return Buffer.isBuffer(uuid) && uuid.length === 16;
}
