import { createHash } from "node:crypto";
import Database from "better-sqlite3";
import { createHoglet } from "../../lib/index.ts";
import type { Hoglet } from "../../lib/index.ts";
import { openDatabase, write } from "../../lib/storage/index.ts";

const NOW = "2024-03-12T12:00:00Z";

/** Events in the block that is in columns, and after it; events of a file without a full block. */
const [STORED, LATER, TAIL] = [2000, 50, 600];

function* lines(count: number, from: number) {
  for (let index = from; index < from + count; index++) {
    const timestamp = new Date(Date.UTC(2024, 2, 1 + (index % 10), index % 24, index % 60)).toISOString();
    const properties = { plan: ["free", "pro", "team"][index % 3], amount: index % 7, note: `text number ${index}` };
    const event = ["seen", "tried", "bought"][index % 3 === 0 ? index % 2 : index % 3] ?? "seen";
    yield { kind: "event", event, distinct_id: `u${index % 40}`, timestamp, uuid: toUuid(index), properties };
  }
}

function toUuid(index: number): string {
  return `00000000-0000-4000-8000-${String(index).padStart(12, "0")}`;
}

/** A database and what questions about it answer. */
export interface Base {
  bytes: Uint8Array;
  answers: Map<string, string>;
  /** Does this byte belong to a table without checksums, or to one of its indexes? */
  isUnchecked(at: number): boolean;
}

/** A full block in columns, and some events after it. */
export async function makeStored(): Promise<Base> {
  const hoglet = await createHoglet({ now: NOW });
  await hoglet.import(lines(STORED, 0));
  const db = openDatabase({ file: undefined, contents: await hoglet.serialize(), durability: "normal" });
  await hoglet.close();
  await write(db, () => db.sql("UPDATE sqlite_sequence SET seq = 65536 WHERE name = 'events'").run());
  const later = await createHoglet({ now: NOW, contents: db.sqlite.serialize() });
  db.close();
  await later.import(lines(LATER, STORED));
  return toBase(later);
}

/** Events of captures and of an import, without a full block. */
export async function makeTail(): Promise<Base> {
  const hoglet = await createHoglet({ now: NOW });
  await hoglet.import(lines(TAIL / 2, 0));
  for (const { event, distinct_id, ...rest } of lines(TAIL / 2, TAIL / 2)) {
    await hoglet.capture({ event, distinct_id, ...rest });
  }
  return toBase(hoglet);
}

async function toBase(hoglet: Hoglet): Promise<Base> {
  await hoglet.events.list({ event: "seen" });
  const bytes = await hoglet.serialize();
  const answers = await askAll(hoglet);
  await hoglet.close();
  return { bytes, answers, isUnchecked: uncheckedPages(bytes) };
}

/** Tables of small rows that change, whose rows have no checksums (docs/reliability.md). */
const UNCHECKED = ["distinct_ids", "event_names", "persons", "groups"];

function uncheckedPages(bytes: Uint8Array): Base["isUnchecked"] {
  const db = new Database(Buffer.from(bytes));
  const tables = UNCHECKED.map((name) => `'${name}'`).join();
  const sql = `SELECT pageno FROM dbstat WHERE name IN (SELECT name FROM sqlite_schema WHERE tbl_name IN (${tables}))`;
  const pages = new Set(db.prepare(sql).pluck().all());
  const size = Number(db.pragma("page_size", { simple: true }));
  db.close();
  return (at) => pages.has(Math.floor(at / size) + 1);
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
  retention: async ({ insights }) => (await insights.retention({ total_intervals: 8, refresh: true })).result,
  events: eventLines,
};

async function eventLines(hoglet: Hoglet): Promise<string[]> {
  const all: string[] = [];
  for await (const line of hoglet.export({ kinds: ["event"] })) all.push(line);
  return all;
}

async function askAll(hoglet: Hoglet): Promise<Map<string, string>> {
  const answers = new Map<string, string>();
  for (const [name, ask] of Object.entries(QUESTIONS)) answers.set(name, toHash(await ask(hoglet)));
  return answers;
}

function toHash(answer: unknown): string {
  return createHash("sha256").update(JSON.stringify(answer)).digest("hex");
}

/** The outcome of damage; `silent` = an answer is wrong without an error, `unchecked` = likewise in a table without checksums. */
export type Verdict = "right" | "repaired" | "refused" | "unchecked" | "silent";

/** Flips a bit and asks all questions. @returns the outcome, and the first question with that outcome */
export async function judge(
  { bytes: intact, answers, isUnchecked }: Base,
  { at, bit }: { at: number; bit: number },
): Promise<[Verdict, string]> {
  const bytes = Uint8Array.from(intact);
  bytes[at] = (bytes[at] ?? 0) ^ (1 << bit);
  const [outcome, detail] = await compare(bytes, answers);
  if (outcome !== "wrong") return [outcome, detail];
  return [isUnchecked(at) ? "unchecked" : "silent", detail];
}

/** Asks a database all questions. @returns the outcome, and the first question with that outcome */
export async function compare(
  bytes: Uint8Array,
  answers: Base["answers"],
): Promise<["right" | "repaired" | "refused" | "wrong", string]> {
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
        if (toHash(await ask(hoglet)) !== answers.get(name)) return ["wrong", name];
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
