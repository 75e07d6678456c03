import { createHash } from "node:crypto";
import { createHoglet } from "../../lib/index.ts";
import type { Hoglet } from "../../lib/index.ts";
import { openDatabase } from "../../lib/log/index.ts";
import { write } from "../../lib/storage/index.ts";
import { compacted } from "../support/compact.ts";

const NOW = "2024-03-12T12:00:00Z";

/** Events in the block that is in columns, and after it; events of a file without a full block. */
const [STORED, LATER, TAIL] = [2000, 50, 600];

/** Distinct ids of the events; each has a person, of which every fourth has two. */
const IDS = 40;

const GROUPS = 5;

function* people() {
  for (let index = 0; index < IDS; index++) {
    const distinct_ids = index % 4 === 0 ? [`u${index}`, `known as ${index}`] : [`u${index}`];
    const created_at = new Date(Date.UTC(2024, 1, 1 + (index % 20))).toISOString();
    yield { kind: "person", distinct_ids, created_at, properties: { team: `team ${index % 6}`, age: 20 + index } };
  }
  for (let index = 0; index < GROUPS; index++) {
    const properties = { name: `company ${index}`, size: index * 10 };
    const created_at = "2024-02-01T00:00:00Z";
    yield { kind: "group", group_type_index: 0, group_type: "company", group_key: `c${index}`, properties, created_at };
  }
}

function* lines(count: number, from: number) {
  for (let index = from; index < from + count; index++) {
    const timestamp = new Date(Date.UTC(2024, 2, 1 + (index % 10), index % 24, index % 60)).toISOString();
    const properties = {
      plan: ["free", "pro", "team"][index % 3],
      amount: index % 7,
      note: `text number ${index}`,
      $group_0: `c${index % GROUPS}`,
    };
    const event = ["seen", "tried", "bought"][index % 3 === 0 ? index % 2 : index % 3] ?? "seen";
    yield { kind: "event", event, distinct_id: `u${index % IDS}`, timestamp, uuid: toUuid(index), properties };
  }
}

function toUuid(index: number): string {
  return `00000000-0000-4000-8000-${String(index).padStart(12, "0")}`;
}

/** A database and what questions about it answer. */
export interface Base {
  bytes: Uint8Array;
  answers: Map<string, string>;
}

/** A database that is made when the first test wants it. Flips are of copies. */
function once(make: () => Promise<Base>): () => Promise<Base> {
  let made: Promise<Base> | undefined;
  return () => (made ??= make());
}

/** A full block in columns, and some events after it. */
export const makeStored = once(async () => {
  const hoglet = await createHoglet({ now: NOW });
  await hoglet.import(people());
  await hoglet.import(lines(STORED, 0));
  const db = openDatabase({ file: undefined, contents: await hoglet.serialize(), durability: "normal" });
  await hoglet.close();
  await write(db, () => db.sql("UPDATE sqlite_sequence SET seq = 65536 WHERE name = 'events'").run());
  const later = await createHoglet({ now: NOW, contents: db.sqlite.serialize() });
  db.close();
  await later.import(lines(LATER, STORED));
  return toBase(later);
});

/** The same with the texts of the block in chunks. */
export const makeCompacted = once(async () => {
  const { bytes } = await makeStored();
  const sizes = { chunkBytes: 4096, stepBytes: 64 * 1024, untilSeq: 65_535 };
  return toBase(await createHoglet({ now: NOW, contents: compacted(bytes, sizes) }));
});

/** The places of the bytes of the chunks. */
export function placesOfChunks(base: Base): number[] {
  return placesOf(base, ["event_texts"]);
}

/** Events of captures and of an import, without a full block. */
export const makeTail = once(async () => {
  const hoglet = await createHoglet({ now: NOW });
  await hoglet.import(people());
  await hoglet.import(lines(TAIL / 2, 0));
  for (const { event, distinct_id, ...rest } of lines(TAIL / 2, TAIL / 2)) {
    await hoglet.capture({ event, distinct_id, ...rest });
  }
  return toBase(hoglet);
});

async function toBase(hoglet: Hoglet): Promise<Base> {
  await hoglet.events.list({ event: "seen" });
  const bytes = await hoglet.serialize();
  const answers = await askAll(hoglet);
  await hoglet.close();
  return { bytes, answers };
}

/** Everything that is asked of a damaged database. */
const QUESTIONS: Record<string, (hoglet: Hoglet) => Promise<unknown>> = {
  trend: async ({ insights }) =>
    (await insights.trend({ events: [{ id: "seen" }], breakdown: "plan", date_from: "-12d", refresh: true })).result,
  uniques: async ({ insights }) =>
    (await insights.trend({ events: [{ id: "bought", math: "dau" }], date_from: "-12d", refresh: true })).result,
  sum: async ({ insights }) =>
    (
      await insights.trend({
        events: [{ id: "tried", math: "sum", math_property: "amount" }],
        date_from: "-12d",
        refresh: true,
      })
    ).result,
  funnel: async ({ insights }) =>
    (await insights.funnel({ events: [{ id: "seen" }, { id: "bought" }], date_from: "-12d", refresh: true })).result,
  persons: async ({ insights }) =>
    (
      await insights.trend({
        events: [{ id: "seen", math: "dau" }],
        breakdown: "team",
        breakdown_type: "person",
        date_from: "-12d",
        refresh: true,
      })
    ).result,
  groups: async ({ insights }) =>
    (
      await insights.trend({
        events: [{ id: "tried", math: "unique_group", math_group_type_index: 0 }],
        properties: [{ type: "group", group_type_index: 0, key: "size", value: 10, operator: "gt" }],
        date_from: "-12d",
        refresh: true,
      })
    ).result,
  retention: async ({ insights }) => (await insights.retention({ total_intervals: 8, refresh: true })).result,
  events: (hoglet) => exported(hoglet, ["event"]),
  people: (hoglet) => exported(hoglet, ["person", "group"]),
};

async function exported(hoglet: Hoglet, kinds: ("event" | "person" | "group")[]): Promise<string[]> {
  const all: string[] = [];
  for await (const line of hoglet.export({ kinds })) all.push(line);
  return all;
}

/** The tables whose rows have checksums of their own (`lib/storage/row-sums.ts`). */
const ROWS = ["distinct_ids", "event_names", "groups", "persons"];

/** The places of the bytes of these tables, without their indexes. */
export function placesOfRows(base: Base): number[] {
  return placesOf(base, ROWS);
}

/** The places of the numbers of rows that the pages of tables and indexes say they have. */
export function placesOfCounts({ bytes }: Base): number[] {
  const db = openDatabase({ file: undefined, contents: bytes, durability: "normal" });
  const starts = db.sql<number>(
    "SELECT pgoffset FROM dbstat WHERE pagetype <> 'overflow' AND name <> 'sqlite_schema' ORDER BY pgoffset",
  );
  // SQLite's file format, 1.6: two bytes, from the fourth of a page.
  const places = starts
    .pluck()
    .all()
    .flatMap((start) => [start + 3, start + 4]);
  db.close();
  return places;
}

/** Bytes at the beginning of a row: how long it and its values are, and the first numbers. */
const ROW_HEAD = 24;

/** The places of what pages of a table say of their rows: the pages' own heads, where each row lies, and how it begins. */
export function placesOfRowHeads({ bytes }: Base, table: string): number[] {
  const db = openDatabase({ file: undefined, contents: bytes, durability: "normal" });
  const pages = db.sql<{ start: number; size: number; head: number; rows: number }>(
    `SELECT pgoffset AS start, pgsize AS size, iif(pagetype = 'leaf', 8, 12) AS head, ncell AS rows FROM dbstat
     WHERE name = ? AND pagetype <> 'overflow' ORDER BY pgoffset`,
  );
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  // SQLite's file format, 1.6.
  const places = pages.all(table).flatMap(({ start, size, head, rows }) => {
    const heads = Array.from({ length: head + 2 * rows }, (_, at) => start + at);
    const begins = Array.from({ length: rows }, (_, row) => start + view.getUint16(start + head + 2 * row));
    const ends = start + size;
    const ofRow = (begin: number) => Array.from({ length: Math.min(ROW_HEAD, ends - begin) }, (_, at) => begin + at);
    return heads.concat(begins.flatMap(ofRow));
  });
  db.close();
  return places;
}

function placesOf({ bytes }: Base, tables: readonly string[]): number[] {
  const db = openDatabase({ file: undefined, contents: bytes, durability: "normal" });
  const pages = db.sql<number>(`SELECT pageno FROM dbstat WHERE name IN (SELECT value FROM json_each(?))`).pluck();
  const size = Number(db.sqlite.pragma("page_size", { simple: true }));
  const places = pages
    .all(JSON.stringify(tables))
    .flatMap((page) => Array.from({ length: size }, (_, at) => (page - 1) * size + at));
  db.close();
  return places;
}

async function askAll(hoglet: Hoglet): Promise<Map<string, string>> {
  const answers = new Map<string, string>();
  for (const [name, ask] of Object.entries(QUESTIONS)) answers.set(name, toHash(await ask(hoglet)));
  return answers;
}

function toHash(answer: unknown): string {
  return createHash("sha256").update(JSON.stringify(answer)).digest("hex");
}

/** The outcome of damage; `silent` = an answer is wrong without an error. */
export type Verdict = "right" | "repaired" | "refused" | "silent";

/** Flips a bit and asks all questions. @returns the outcome, and the first question with that outcome */
export async function judge(
  { bytes: intact, answers }: Base,
  { at, bit }: { at: number; bit: number },
): Promise<[Verdict, string]> {
  const bytes = Uint8Array.from(intact);
  bytes[at] = (bytes[at] ?? 0) ^ (1 << bit);
  return compare(bytes, answers);
}

/** Asks a database all questions. @returns the outcome, and the first question with that outcome */
export async function compare(bytes: Uint8Array, answers: Base["answers"]): Promise<[Verdict, string]> {
  let repairs = 0;
  const warn = () => void repairs++;
  let hoglet: Hoglet;
  try {
    hoglet = await createHoglet({ now: NOW, contents: bytes, logger: { info() {}, warn, error() {} } });
  } catch (error) {
    return ["refused", `opening: ${String(error)}`];
  }
  let refusal: string | undefined;
  try {
    for (const [name, ask] of Object.entries(QUESTIONS)) {
      try {
        if (toHash(await ask(hoglet)) !== answers.get(name)) return ["silent", name];
      } catch (error) {
        refusal ??= `${name}: ${String(error)}`;
      }
    }
  } finally {
    await hoglet.close().catch(() => {});
  }
  if (refusal !== undefined) return ["refused", refusal];
  return [repairs > 0 ? "repaired" : "right", ""];
}
