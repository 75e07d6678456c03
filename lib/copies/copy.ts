import { randomBytes } from "node:crypto";
import type { PageView } from "../storage/wal/index.ts";
import { chainName, chainTime, listChains } from "./chains.ts";
import type { Chain } from "./chains.ts";
import { placeTaken, stillHeld } from "./copy-errors.ts";
import { addParts } from "./copy-moment.ts";
import type { Known } from "./copy-moment.ts";
import { takeLock } from "./lock.ts";
import { HASH_BYTES, getMoment, groupsOf, hashesOf, momentName, putMoment } from "./moment.ts";
import type { Moment } from "./moment.ts";
import type { Place } from "../places/index.ts";
import { removeOld } from "./remove-old.ts";

/** A chain that the next moment goes on with. */
export interface OpenChain {
  name: string;
  /** The number of its moments. */
  moments: number;
  known: Known;
  database: string;
  pageBytes: number;
  pages: number;
  lastMs: number;
  /** Stored bytes of its first moment, and of all later ones. */
  wholeBytes: number;
  addedBytes: number;
  /** Ids of the waiting deletions, as the chain's first moment has them. */
  waiting: readonly number[];
}

/** The result of a copy. */
export interface Copied {
  /** The moment, as the database was then: epoch ms. */
  atMs: number;
  /** Stored bytes of this copy; 0 = nothing had changed. */
  bytes: number;
  /** Is it a whole copy, not only what changed? */
  isWhole: boolean;
  /** Chains of moments that were older than `keepMs` and are gone. */
  removed: number;
  /** Deletions that no kept moment is older than, as far as this copy looked. */
  erased: number[];
}

export interface CopyWork {
  view: PageView;
  place: Place;
  keepMs: number;
  nowMs: () => number;
}

/**
 * Age in ms at which a chain ends, whatever `keep` says. Its moments go together, so that a copy is gone two days after its age at the
 * latest. A longer time keeps more moments than asked for; a shorter one stores more whole copies.
 */
const CHAIN_MS = 86_400_000;

/** Bytes that changes may take before a whole copy follows, if that is smaller: they are all read to restore. */
const ADDED_BYTES = 64 * 1024 * 1024;

/** The knowledge of a place that a process keeps from one copy to the next. */
export interface Progress {
  chain: OpenChain;
  /** When old chains were last looked for, in epoch ms. */
  lookedMs: number;
  /** The deletions that each chain had seen when it began. */
  seen: Map<string, readonly number[]>;
}

/** Time in ms between two looks for old chains, which read the list of all objects; a new chain looks too. */
const LOOK_MS = 600_000;

/**
 * Stores a moment of a database, and removes those that are older than `keepMs`. A process that is killed at any point leaves the moments
 * before it as they were.
 * @param before what the last call of this process returned; null = read from the place
 * @throws HogletError 503 `copies_taken`, `database_busy`; errors of the place
 */
export async function copyDatabase(
  work: CopyWork,
  before: Progress | null,
): Promise<{ copied: Copied; progress: Progress }> {
  const { view, place, keepMs, nowMs } = work;
  const isSame = before !== null && !view.hasChanged() && !isOver(before.chain, nowMs());
  const isDue = before === null || Math.abs(nowMs() - before.lookedMs) >= LOOK_MS;
  const unchanged = (chain: OpenChain) => still(chain, nowMs());
  if (isSame && !isDue) {
    const { chain, ...copied } = unchanged(before.chain);
    return { progress: { ...before, chain }, copied: { ...copied, removed: 0, erased: [] } };
  }
  const lock = await takeLock(place, randomBytes(8).toString("hex"), nowMs);
  try {
    const current = before === null ? await readNewest(place, await listChains(place)) : before.chain;
    const { chain, ...stored } = isSame
      ? unchanged(before.chain)
      : await storeMoment(work, current, () => lock.check());
    const progress: Progress = { lookedMs: before?.lookedMs ?? 0, seen: before?.seen ?? new Map(), chain };
    if (!isDue && !stored.isWhole) return { progress, copied: { ...stored, removed: 0, erased: [] } };
    await lock.check();
    const old = await removeOld(place, { keepMs, nowMs: nowMs(), current: chain.name, seen: progress.seen });
    return { progress: { ...progress, lookedMs: nowMs() }, copied: { ...stored, ...old } };
  } finally {
    await lock.release();
  }
}

/** Reads what the newest chain knows of the database. */
async function readNewest(place: Place, chains: readonly Chain[]): Promise<OpenChain | null> {
  const newest = chains.findLast((chain) => chain.moments > 0);
  if (newest === undefined) return null;
  let open: OpenChain | null = null;
  for (let number = 0; number < newest.moments; number++) {
    const moment = await getMoment(place, newest.name, number);
    open = continued(open, newest.name, moment, apply(open?.known, newest.name, moment));
  }
  return open;
}

/** The groups after a moment. */
function apply(before: Known | undefined, chain: string, moment: Moment): Known {
  const groups = groupsOf(moment);
  const hashes = Buffer.alloc(groups * HASH_BYTES);
  before?.hashes.copy(hashes, 0, 0, Math.min(before.groups, groups) * HASH_BYTES);
  for (const part of moment.parts) {
    const own = hashesOf(chain, part);
    for (const [index, group] of part.groups.entries())
      own.copy(hashes, group * HASH_BYTES, index * HASH_BYTES, (index + 1) * HASH_BYTES);
  }
  return { groups, hashes };
}

function continued(before: OpenChain | null, name: string, moment: Moment, known: Known): OpenChain {
  const bytes = moment.parts.reduce((sum, part) => sum + part.bytes, 0);
  return {
    name,
    moments: (before?.moments ?? 0) + 1,
    known,
    database: moment.database,
    pageBytes: moment.pageBytes,
    pages: moment.pages,
    lastMs: moment.atMs,
    wholeBytes: before?.wholeBytes ?? bytes,
    addedBytes: before === null ? 0 : before.addedBytes + bytes,
    waiting: before?.waiting ?? moment.waiting,
  };
}

type Stored = Pick<Copied, "atMs" | "bytes" | "isWhole"> & { chain: OpenChain };

async function storeMoment(
  { view, place, nowMs }: CopyWork,
  before: OpenChain | null,
  check: () => Promise<void>,
): Promise<Stored> {
  const pages = await view.hold();
  if (pages === null) throw stillHeld();
  try {
    const heldMs = nowMs();
    const database = databaseOf(view);
    if (before !== null && before.database !== database)
      throw placeTaken("This place has copies of another database. Name another place.");
    const waiting = waitingIn(view);
    const isWhole =
      before === null || isOver(before, heldMs) || before.pageBytes !== view.pageBytes || hasErased(before, waiting);
    const atMs = Math.max(heldMs, (before?.lastMs ?? 0) + 1);
    const name = isWhole ? chainName(atMs, randomBytes(4).toString("hex")) : before.name;
    const known = isWhole ? { hashes: Buffer.alloc(0), groups: 0 } : before.known;
    const added = await addParts(view, place, { chain: name, pages, known });
    if (!isWhole && added.bytes === 0 && before.pages === pages) return still(before, heldMs);
    const moment: Moment = { ...added.moment, atMs, database, waiting: waiting.map(({ id }) => id) };
    await check();
    const number = isWhole ? 0 : before.moments;
    if (!(await putMoment(place, name, number, moment)))
      throw placeTaken(`Another process has stored ${momentName(name, number)}.`);
    return { atMs, bytes: added.bytes, isWhole, chain: continued(isWhole ? null : before, name, moment, added.known) };
  } finally {
    view.release();
  }
}

/** Nothing has changed since the last moment. The next one is later than this, also when the clock was set back. */
function still(chain: OpenChain, nowMs: number): Stored {
  const atMs = Math.max(nowMs, chain.lastMs);
  return { atMs, bytes: 0, isWhole: false, chain: { ...chain, lastMs: atMs } };
}

/** Is it time for a whole copy? */
function isOver({ name, wholeBytes, addedBytes }: OpenChain, nowMs: number): boolean {
  return Math.abs(nowMs - chainTime(name)) > CHAIN_MS || addedBytes > Math.max(wholeBytes, ADDED_BYTES);
}

interface WaitingDeletion {
  id: number;
  kind: string;
}

/** Has a run of deletions ended since the chain began? A person deleted alone waits for the chain's end: these may be many each day. */
function hasErased({ waiting: known }: OpenChain, waiting: readonly WaitingDeletion[]): boolean {
  return waiting.some(({ id, kind }) => kind !== "person_profile" && !known.includes(id));
}

/** The deletions that are done in this moment, and whose receipts wait for older moments to go (`people/deletion/own-copies.ts`). */
function waitingIn(view: PageView): WaitingDeletion[] {
  return view.rows<WaitingDeletion>(
    `SELECT id, kind FROM deletions WHERE status = 'done' AND receipt LIKE '%"name":"copies","erased_at":null%' ORDER BY id`,
  );
}

/** The name that the database got when it was first copied. */
function databaseOf(view: PageView): string {
  const [note] = view.rows<{ value: string }>("SELECT value FROM notes WHERE project_id = 0 AND name = 'copies'");
  return note === undefined ? "" : (JSON.parse(note.value) as { database: string }).database;
}
