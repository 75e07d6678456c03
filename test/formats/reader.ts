import { DatabaseSync } from "node:sqlite";
import { crc32, inflateRawSync } from "node:zlib";

// Reads a database by docs/file-format.md alone: it imports nothing of hoglet. Checksums that differ are errors.

/** An event as the file has it. */
export interface FileEvent {
  seq: number;
  projectId: number;
  uuid: string;
  event: string;
  distinctId: string;
  timestampMs: number;
  receivedAtMs: number;
  properties: string;
  elements: string | null;
}

/** A person, with its distinct ids in the order of their numbers. */
export interface FilePerson {
  projectId: number;
  uuid: string;
  distinctIds: string[];
  properties: string;
  createdAtMs: number;
  isIdentified: boolean;
}

/** Everything that the reader gives of a file. */
export interface FileContents {
  events: FileEvent[];
  persons: FilePerson[];
}

/** An event whose name and distinct id are numbers. */
type Stored = Omit<FileEvent, "uuid" | "event" | "distinctId"> & { uuid: Buffer; nameId: number; ordinal: number };

/** Rows as `SELECT` gives them. */
type Row = Readonly<Record<string, string | number | null>>;
type EventRow = Record<
  "seq" | "project_id" | "event_name_id" | "distinct_id_id" | "timestamp" | "received_at",
  number
> &
  Record<"head_sum" | "text_sum" | "origin_sum", unknown> & {
    uuid: Uint8Array;
    properties: string;
    elements: string | null;
  };
type ChunkRow = Record<"first_seq" | "last_seq" | "events", number> & { data: Uint8Array };

const P = 2_147_483_647;
const FACTORS = [40_503, 50_021, 60_013, 70_001, 80_021];
const WORD = 2 ** 32;

/** Reads all events, in the order of the log, and all persons. */
export function readFile(path: string): FileContents {
  const db = new DatabaseSync(path, { readOnly: true });
  const [id, format] = ["application_id", "user_version"].map((name) => db.prepare(`PRAGMA ${name}`).get()?.[name]);
  if (id !== 1_752_131_436 || format !== 1) throw new Error(`Format ${String(format)} of ${String(id)} is not known.`);
  const names = readTexts(db, "event_names", "name", ["id", "project_id"]);
  const ids = readTexts(db, "distinct_ids", "distinct_id", ["id", "project_id", "person_id", "is_personless"]);
  const stored = [...readRows(db), ...readChunks(db)].toSorted((a, b) => a.seq - b.seq);
  const events = stored.map(({ nameId, ordinal, uuid, ...event }) =>
    Object.assign(event, {
      uuid: toUuid(uuid),
      event: names.get(nameId) ?? lost(`event name ${nameId}`),
      distinctId: ids.get(ordinal) ?? lost(`distinct id ${ordinal}`),
    }),
  );
  const persons = readPersons(db, ids);
  db.close();
  return { events, persons };
}

function lost(what: string): never {
  throw new Error(`The ${what} is damaged or lost.`);
}

function* readRows(db: DatabaseSync): Generator<Stored> {
  for (const row of db.prepare("SELECT * FROM events ORDER BY seq").iterate() as unknown as Iterable<EventRow>) {
    const { seq, project_id: projectId, event_name_id: nameId, distinct_id_id: ordinal, timestamp: timestampMs } = row;
    const { received_at: receivedAtMs, properties, elements, head_sum, text_sum, origin_sum } = row;
    const uuid = Buffer.from(row.uuid);
    const head = sumOf([seq, projectId, nameId, ordinal, timestampMs].map((number) => number % P));
    const texts = elements === null ? crc32(properties) : crc32(elements, crc32(properties));
    const origin = sumOf([...[0, 4, 8, 12].map((at) => uuid.readUInt32LE(at)), receivedAtMs % P]);
    if (head !== head_sum || texts !== text_sum || origin !== origin_sum) lost(`event ${String(seq)}`);
    yield { seq, projectId, nameId, ordinal, uuid, timestampMs, receivedAtMs, properties, elements };
  }
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number, index) => sum + number * (FACTORS[index] ?? 0), 0) % P;
}

function* readChunks(db: DatabaseSync): Generator<Stored> {
  const rows = db.prepare("SELECT first_seq, last_seq, events, data FROM event_texts ORDER BY first_seq").iterate();
  for (const { first_seq: first, last_seq: last, events, data: bytes } of rows as unknown as Iterable<ChunkRow>) {
    const data = Buffer.from(bytes);
    const found = data.length === 0 ? [] : readChunk(data);
    const isWithin = found.every(({ seq }) => seq >= first && seq <= last);
    if (found.length !== events || !isWithin) lost(`chunk ${String(first)}`);
    yield* found;
  }
}

function readChunk(data: Buffer): Stored[] {
  requireSum(data, "chunk");
  if (data[4] !== 1) lost("version of a chunk");
  const headsAt = 21 + data.readUInt32LE(5);
  const textsAt = headsAt + data.readUInt32LE(9);
  const { seqs, uuidOf } = readUuids(data.subarray(21, headsAt));
  const count = seqs.length;
  const headOf = readHeads(data.subarray(headsAt, textsAt), count);
  const texts = inflateRawSync(data.subarray(textsAt));
  let at = 16 * count;
  const take = (length: number) => texts.toString("utf8", at, (at += length));
  const numberOf = (part: number, index: number) => texts.readUInt32LE(4 * (part * count + index));
  const properties = seqs.map((_, index) => take(numberOf(0, index)));
  const elements = seqs.map((_, index) => (numberOf(1, index) === 0 ? null : take(numberOf(1, index) - 1)));
  if (at !== texts.length) lost("end of a chunk");
  let receivedAtMs = data.readDoubleLE(13);
  return seqs.map((seq, index) => {
    receivedAtMs += (numberOf(3, index) | 0) * WORD + numberOf(2, index);
    const own = { seq, uuid: uuidOf(index), receivedAtMs, elements: elements[index] ?? null };
    return Object.assign(headOf(index), own, { properties: properties[index] as string });
  });
}

function requireSum(part: Buffer, what: string): void {
  if (crc32(part.subarray(4)) !== part.readUInt32LE(0)) lost(what);
}

function readUuids(part: Buffer) {
  requireSum(part, "uuids of a chunk");
  const [first, count, hasGaps] = [part.readDoubleLE(4), part.readUInt32LE(12), part[16] === 1];
  const maskAt = 17 + (hasGaps ? 4 * count : 0);
  const [mask, start] = [part.readUInt16LE(maskAt), maskAt + 18];
  const varying = Array.from({ length: 16 }, (_, byte) => byte).filter((byte) => (mask & (1 << byte)) !== 0);
  return {
    seqs: Array.from({ length: count }, (_, index) => first + (hasGaps ? part.readUInt32LE(17 + 4 * index) : index)),
    uuidOf(index: number) {
      const uuid = Buffer.from(part.subarray(maskAt + 2, start));
      for (const [column, byte] of varying.entries()) uuid[byte] = part[start + column * count + index] ?? 0;
      return uuid;
    },
  };
}

function readHeads(part: Buffer, count: number) {
  requireSum(part, "heads of a chunk");
  const planes = inflateRawSync(part.subarray(4));
  if (planes.length !== 20 * count) lost("heads of a chunk");
  const columns = [0, 1, 2, 3, 4].map((word) => {
    let number = 0;
    return Array.from({ length: count }, (_, index) => {
      for (let byte = 0; byte < 4; byte++) number += (planes[(4 * word + byte) * count + index] ?? 0) * 2 ** (8 * byte);
      return (number %= WORD);
    });
  });
  return (index: number) => {
    const [projectId = 0, nameId = 0, ordinal = 0, lower = 0, upper = 0] = columns.map((column) => column[index]);
    return { projectId, nameId, ordinal, timestampMs: (upper | 0) * WORD + lower };
  };
}

/** The texts of a table by their ids. */
function readTexts(db: DatabaseSync, table: string, text: string, numbers: readonly string[]): Map<number, string> {
  const rows = db.prepare(`SELECT * FROM ${table} ORDER BY id`).all() as Row[];
  for (const row of rows) requireRow(row, numbers, [text]);
  return new Map(rows.map((row) => [Number(row["id"]), String(row[text])]));
}

function requireRow(row: Row, numbers: readonly string[], texts: readonly string[]): void {
  const valueOf = (name: string): number => {
    const value = row[name] as number | null;
    if (name === "person_id") return value === null ? 0 : value + 1;
    return name === "created_at" ? (value as number) % P : (value as number);
  };
  const textSum = texts.reduce((sum, name) => crc32(row[name] as string, sum), 0);
  const isText = row["text_sum"] === null || row["text_sum"] === textSum;
  if (sumOf(numbers.map(valueOf)) !== row["head_sum"] || !isText) lost(`row ${String(row["id"])} with ${texts.join()}`);
}

function readPersons(db: DatabaseSync, ids: ReadonlyMap<number, string>): FilePerson[] {
  const owned = db.prepare("SELECT id, person_id FROM distinct_ids WHERE person_id IS NOT NULL ORDER BY id").all();
  const rows = db.prepare("SELECT * FROM persons ORDER BY id").all() as Row[];
  return rows.map((row) => {
    requireRow(row, ["id", "project_id", "is_identified", "created_at"], ["uuid", "properties"]);
    const { id, project_id: projectId, uuid, properties, created_at: createdAtMs, is_identified } = row;
    const own = owned.filter(({ person_id: personId }) => personId === id);
    const distinctIds = own.map((each) => ids.get(Number(each["id"])) ?? lost("distinct id"));
    return { projectId, uuid, distinctIds, properties, createdAtMs, isIdentified: is_identified === 1 } as FilePerson;
  });
}

function toUuid(uuid: Buffer): string {
  const hex = uuid.toString("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}
