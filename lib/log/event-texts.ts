import type Database from "better-sqlite3";
import { corrupt } from "../base/errors.ts";
import type { HogletError } from "../base/errors.ts";
import { toUuidText } from "../base/ids.ts";
import { unpackUuids } from "./chunks/placed-heads.ts";
import { unpackTexts } from "./chunks/unpack-chunk.ts";

// Texts, uuids and times of arrival of older events lie in chunks, the rows of `event_texts`. In the tables of
// `event-rows.ts` such events have '' as properties, which is no JSON, no elements, an empty uuid and arrival 0. All
// SQL reads these columns by the expressions below.

/**
 * Calls a function with the event's chunk. A first call without the chunk finds chunks unpacked lately, so that SQLite
 * hands over each chunk once.
 */
function inChunk(name: string, alias: string): string {
  const chunk = `(SELECT t.data FROM main.event_texts t WHERE t.first_seq <= ${alias}.seq ORDER BY t.first_seq DESC LIMIT 1)`;
  return `coalesce(${name}(${alias}.seq), ${name}(${alias}.seq, ${chunk}))`;
}

/** Null = lost by damage. @param alias of the table `events` */
export function propertiesOf(alias: string): string {
  return `iif(${alias}.properties = '', ${inChunk("hoglet_properties", alias)}, ${alias}.properties)`;
}

/** Null = no elements, or `propertiesOf` is null. */
export function elementsOf(alias: string): string {
  return `iif(${alias}.properties = '', nullif(${inChunk("hoglet_elements", alias)}, ''), ${alias}.elements)`;
}

/** SQL of the number of bytes of both; null = they are lost. Texts in rows are not read for it. */
export function textBytesOf(alias: string): string {
  return `iif(${alias}.properties = '', ${inChunk("hoglet_text_bytes", alias)},
    octet_length(${alias}.properties) + coalesce(octet_length(${alias}.elements), 0))`;
}

/** Null = lost by damage. @param alias of the table `events` */
export function receivedAtOf(alias: string): string {
  return `iif(${alias}.properties = '', ${inChunk("hoglet_received_at", alias)}, ${alias}.received_at)`;
}

/** 16 bytes; null = lost by damage. @param alias of the table `events` */
export function uuidOf(alias: string): string {
  return `iif(octet_length(${alias}.uuid) = 16, ${alias}.uuid, ${inChunk("hoglet_uuid", alias)})`;
}

/** Lower-case text with dashes; null = lost by damage. */
export function uuidTextOf(alias: string): string {
  return `iif(octet_length(${alias}.uuid) = 16, ${dashed(`hex(${alias}.uuid)`)}, ${inChunk("hoglet_uuid_text", alias)})`;
}

const dashed = (hex: string) =>
  `lower(${[1, 9, 13, 17, 21].map((from, part) => `substr(${hex}, ${from}, ${[8, 4, 4, 4, 12][part]})`).join(" || '-' || ")})`;

/** As `propertiesOf`, for readers without checksums: throws `storage_corrupt` for lost properties. */
export function intactPropertiesOf(alias: string): string {
  return `coalesce(${propertiesOf(alias)}, hoglet_lost_texts(${alias}.seq))`;
}

/** As `intactPropertiesOf`, for times of arrival. */
export function intactReceivedAtOf(alias: string): string {
  return `coalesce(${receivedAtOf(alias)}, hoglet_lost_texts(${alias}.seq))`;
}

export const CHUNK_FUNCTIONS = [
  "hoglet_properties",
  "hoglet_elements",
  "hoglet_text_bytes",
  "hoglet_received_at",
  "hoglet_uuid",
  "hoglet_uuid_text",
  "hoglet_lost_texts",
] as const;

/** Unpacked chunks that a connection keeps, about 60 kB each: neighbours in time lie in few chunks. */
const KEPT = 8;

/** Chunks of a kind, of which the last that were read are kept. */
interface Kept<Chunk> {
  /** Undefined = no kept chunk has the event. */
  find(seq: number): Chunk | undefined;
  /** Undefined = the event is not in this chunk. */
  read(data: unknown, seq: number): Chunk | undefined;
}

function createKept<Chunk extends { has(seq: number): boolean }>(unpack: (data: unknown) => Chunk | null): Kept<Chunk> {
  // Events never change, nor is a `seq` given twice: an older copy has the same texts.
  let kept: Chunk[] = [];
  return {
    find: (seq) => kept.find((chunk) => chunk.has(seq)),
    read(data, seq) {
      const chunk = unpack(data);
      if (chunk?.has(seq) !== true) return undefined;
      kept = [chunk, ...kept.slice(0, KEPT - 1)];
      return chunk;
    },
  };
}

/** Adds the functions of these expressions to a connection's SQL. */
export function addEventTexts(sqlite: Database.Database): void {
  const define = <Chunk>(kept: Kept<Chunk>) => {
    return (name: string, read: (chunk: Chunk, seq: number) => string | number | Buffer | null) =>
      sqlite.function(name, { varargs: true }, (...[seq, data]: unknown[]) => {
        const place = Number(seq);
        const chunk = data === undefined ? kept.find(place) : kept.read(data, place);
        return chunk === undefined ? null : read(chunk, place);
      });
  };
  const add = define(createKept(unpackTexts));
  const addOfUuids = define(createKept(unpackUuids));
  add("hoglet_properties", (chunk, seq) => chunk.properties(seq));
  // Not null, so that only unknown events take the second call.
  add("hoglet_elements", (chunk, seq) => chunk.elements(seq) ?? "");
  add("hoglet_text_bytes", (chunk, seq) => chunk.bytes(seq));
  add("hoglet_received_at", (chunk, seq) => chunk.receivedAt(seq));
  addOfUuids("hoglet_uuid", (chunk, seq) => chunk.uuid(seq));
  addOfUuids("hoglet_uuid_text", (chunk, seq) => toUuidText(chunk.uuid(seq)));
  sqlite.function("hoglet_lost_texts", (seq: unknown) => {
    throw lostTexts(seq);
  });
}

/** The error of an event that is damaged. */
export function lostTexts(seq: unknown): HogletError {
  return corrupt(
    `The properties and the time of arrival of the event with seq ${Number(seq)} are damaged. \`hoglet doctor <file>\` says more.`,
  );
}
