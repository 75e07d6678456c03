import { createHash } from "node:crypto";
import { createHoglet } from "../../lib/index.ts";
import type { Hoglet } from "../../lib/index.ts";
import { examine } from "../../lib/doctor/examine.ts";
import { openDatabase, openReader, toReadOnly, write } from "../../lib/storage/index.ts";

const NOW = "2024-03-12T12:00:00Z";

/** Events in the block that is in columns, and after it. */
const [STORED, LATER] = [2000, 50];

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

/** The bytes of a database: a full block in columns, some events after it, and what questions about them answer. */
export async function makeBase(): Promise<{ bytes: Uint8Array; answers: Map<string, string> }> {
  const hoglet = await createHoglet({ now: NOW });
  await hoglet.import(lines(STORED, 0));
  const db = openDatabase({ file: undefined, contents: await hoglet.serialize(), durability: "normal" });
  await hoglet.close();
  await write(db, () => db.sql("UPDATE sqlite_sequence SET seq = 65536 WHERE name = 'events'").run());
  const later = await createHoglet({ now: NOW, contents: db.sqlite.serialize() });
  db.close();
  await later.import(lines(LATER, STORED));
  await later.events.list({ event: "seen" });
  const bytes = await later.serialize();
  const answers = await askAll(later);
  await later.close();
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
  retention: async ({ insights }) => (await insights.retention({ total_intervals: 8, refresh: true })).result,
  events: async (hoglet) => (await eventLines(hoglet)).slice(0, STORED),
  // Their block is not full: their texts have no checksums yet (docs/reliability.md).
  newest: async (hoglet) => (await eventLines(hoglet)).slice(STORED),
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

/**
 * How a damaged database turned out. `found` = an answer is wrong, and the doctor says that the log is damaged; `unsealed` = the text
 * of one of the newest events is wrong, which nothing can know before their block is full.
 */
export type Verdict = "right" | "repaired" | "refused" | "found" | "unsealed" | "silent";

/** Opens damaged bytes, asks everything, and says how that went. @returns with the first question that went so */
export async function judge(bytes: Uint8Array, wanted: Map<string, string>): Promise<[Verdict, string]> {
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
        if (toHash(await ask(hoglet)) === wanted.get(name)) continue;
        if (isFound(bytes)) return ["found", name];
        return [(await isUnsealed(hoglet, wanted)) ? "unsealed" : "silent", name];
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

/** Is it the text of one of the newest events that is wrong, and no other's? */
async function isUnsealed(hoglet: Hoglet, wanted: Map<string, string>): Promise<boolean> {
  const events = await eventLines(hoglet);
  const isOld = toHash(events.slice(0, STORED)) === wanted.get("events");
  return isOld && toHash(events.slice(STORED)) !== wanted.get("newest");
}

function isFound(bytes: Uint8Array): boolean {
  const sqlite = openReader(Buffer.from(bytes));
  try {
    return !examine(toReadOnly(sqlite), null).checkup.ok;
  } finally {
    sqlite.close();
  }
}
