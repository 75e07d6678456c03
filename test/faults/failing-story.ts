/**
 * A process of which calls fail (`record-writes.c`): `node failing-story.ts <folder> <n>…`. For each n it plays a story on a database of its
 * own, in which the n-th call on files fails, for `m<n>` the n-th allocation of SQLite, and prints a line of JSON (`FailedCall`).
 */
import { openSync, writeSync } from "node:fs";
import { constants } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { backUp, createHoglet, HogletError } from "../../lib/index.ts";
import type { Hoglet } from "../../lib/index.ts";

/** The outcome of a story in which one call fails. */
export interface FailedCall {
  n: string;
  /** Errors of which no sentence tells the user, and everything that is wrong in the file afterwards. */
  faults: string[];
  /** The sentences that the user met. */
  refused: string[];
}

const [folder = "", ...numbers] = process.argv.slice(2);
const control = openSync(join(folder, "control"), "a");
const failAt = (n: number, errno = 0) => void writeSync(control, `${n} ${errno}\n`);
const { EIO, ENOMEM, ENOSPC } = constants.errno;

const OPTIONS = {
  deletionCron: "",
  projectToken: "phc_failing_calls",
  personalApiKey: "phx_failing_calls_0123456789_0123456789",
};

const event = (batch: number, place: number, distinctId = `person ${batch % 3}`) => ({
  event: "captured",
  distinct_id: distinctId,
  properties: { batch, place, pad: "p".repeat(2000) },
});

const BATCHES = 40;
/** Batches of the story besides these. */
const [LEAVING, IMPORTED] = [100, 101];

async function play(n: string): Promise<FailedCall> {
  const file = join(folder, `${n}.db`);
  await (await createHoglet({ file, ...OPTIONS })).close();
  const [faults, refused]: [string[], string[]] = [[], []];
  const attempt = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await work();
    } catch (error) {
      const isTold = error instanceof HogletError && error.status >= 500 && error.detail !== "A server error occurred.";
      // Node's own sentences name the call and the file.
      const isOfNode = (error as NodeJS.ErrnoException).syscall !== undefined;
      if (isTold || isOfNode) refused.push((error as Error).message);
      else faults.push(String(error));
      return undefined;
    }
  };
  const acknowledged: number[] = [];
  const number = Number(n.replace("m", ""));
  if (n.startsWith("m")) failAt(number, ENOMEM);
  else failAt(number, number % 2 === 0 ? EIO : ENOSPC);
  const hoglet = await attempt(() => createHoglet({ file, ...OPTIONS }));
  const done = hoglet === undefined ? undefined : await act(hoglet, attempt, acknowledged);
  const copied = await attempt(async () => backUp(file, `${file}.copy`));
  failAt(0);
  // Handles that open them finish what was broken off.
  for (const each of copied === undefined ? [file] : [file, `${file}.copy`])
    await (await createHoglet({ file: each, ...OPTIONS })).close();
  const db = new Database(file, { readonly: true });
  const found = db.prepare<[], [batch: number, events: number]>(
    "SELECT properties ->> 'batch', count(*) FROM events WHERE properties ->> 'batch' IS NOT NULL GROUP BY 1",
  );
  const counts = new Map(found.raw(true).all());
  for (const [batch, count] of counts) if (count !== 2) faults.push(`batch ${batch} has ${count} events`);
  for (const batch of acknowledged) if (!counts.has(batch)) faults.push(`batch ${batch} is lost`);
  if (done?.deleted === true && counts.has(LEAVING)) faults.push("deleted events are there");
  const checked = db.prepare<[], string>("PRAGMA integrity_check").pluck().all();
  if (checked.join() !== "ok") faults.push(...checked);
  db.close();
  return { n, faults, refused };
}

type Attempt = <T>(work: () => Promise<T>) => Promise<T | undefined>;

/** Captures, asks, imports, deletes and closes. */
async function act(hoglet: Hoglet, attempt: Attempt, acknowledged: number[]): Promise<{ deleted: boolean }> {
  const { projectToken: token, personalApiKey } = OPTIONS;
  const headers = { authorization: `Bearer ${personalApiKey}` };
  const ask = async (path: string, body?: object) => {
    const sent = body === undefined ? { headers } : { method: "POST", body: JSON.stringify(body) };
    const reply = await hoglet.fetch(`http://x${path}`, sent);
    const text = await reply.text();
    if (reply.ok) return true;
    // Routes of capture answer with the sentence alone.
    const detail = text.startsWith("{") ? (JSON.parse(text) as { detail: string }).detail : text;
    throw new HogletError({ status: reply.status, type: "server_error", code: "told", detail });
  };
  for (let batch = 0; batch < BATCHES; batch++) {
    const events = [event(batch, 0), event(batch, 1)];
    const answer = await attempt(() => ask("/batch/", { api_key: token, batch: events }));
    if (answer !== undefined) acknowledged.push(batch);
  }
  await attempt(() => ask("/api/projects/1/events/?limit=3"));
  await attempt(() => ask("/api/projects/1/persons/"));
  const known = { event: "$identify", distinct_id: "known", properties: { $anon_distinct_id: "person 0" } };
  await attempt(() => ask("/batch/", { api_key: token, batch: [known] }));
  await attempt(() => ask("/api/projects/1/insights/trend/?date_from=-7d"));
  const lines = [0, 1].map((place) =>
    JSON.stringify({ kind: "event", ...event(IMPORTED, place), timestamp: "2026-01-01" }),
  );
  if ((await attempt(() => hoglet.import(lines))) !== undefined) acknowledged.push(IMPORTED);
  await attempt(() => hoglet.capture([0, 1].map((place) => event(LEAVING, place, "leaving"))));
  await attempt(() => hoglet.persons.bulkDelete({ distinct_ids: ["leaving"], delete_events: true }));
  const done = await attempt(() => hoglet.deletions.runNow());
  await attempt(() => hoglet.close());
  return { deleted: done !== undefined && done.length > 0 };
}

async function main(): Promise<void> {
  for (const n of numbers) process.stdout.write(`${JSON.stringify(await play(n))}\n`);
  process.exit(0);
}

void main();
