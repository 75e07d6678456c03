import type { CompactStep } from "../compact-step.ts";
import type { Db } from "../../storage/index.ts";
import { eventsBetween } from "../event-rows.ts";
import { uuidOf } from "../event-texts.ts";
import { newestSeq } from "../newest-seq.ts";
import { hashUuid, LISTED_EVENTS, PAGES, UuidListMaker } from "./uuid-list.ts";
import { tryWrite } from "../../storage/index.ts";

// The list of a block is the rows `block * 128 + page` of `uuid_pages`, the filter after the pages; `uuid_blocks` says how much of the
// block it covers. Made of the rows of `events` and of chunks: it may be made again at any time.

const ROWS = 128;
const FILTER = PAGES;

/** The row of a page of a block's list. */
export function pageRow(block: number, page: number): number {
  return block * ROWS + page;
}

/** The row of a block's filter. */
export function filterRow(block: number): number {
  return pageRow(block, FILTER);
}

export function blockOf(seq: number): number {
  return Math.floor(seq / LISTED_EVENTS);
}

/** The last `seq` that a block's list covers; -1 = no list. */
function listedSeq({ sql }: Pick<Db, "sql">, block: number): number {
  return sql<number>("SELECT last_seq FROM uuid_blocks WHERE block = ?").pluck().get(block) ?? -1;
}

/** Are the uuids of these places, inclusive, in lists? */
export function areListed(db: Pick<Db, "sql">, firstSeq: number, lastSeq: number): boolean {
  for (let block = blockOf(firstSeq); block <= blockOf(lastSeq); block++) {
    if (listedSeq(db, block) < Math.min(lastSeq, endOf(block))) return false;
  }
  return true;
}

function endOf(block: number): number {
  return (block + 1) * LISTED_EVENTS - 1;
}

/**
 * Makes the lists that `areListed` misses, in steps between which other work may run, each list in its own transaction.
 */
export function* listSteps(db: Db, firstSeq: number, lastSeq: number): Generator<CompactStep, void> {
  for (let block = blockOf(firstSeq); block <= blockOf(lastSeq); block++) {
    if (listedSeq(db, block) >= Math.min(lastSeq, endOf(block))) continue;
    const made = yield* makeList(db, block);
    while (!tryWrite(db, () => storeList(db, block, made))) yield "busy";
    yield;
  }
}

/** Makes the list of a block again, in the caller's transaction. */
export function relistBlock(db: Db, block: number): void {
  storeList(db, block, whole(makeList(db, block)));
}

/**
 * Stores a block's list in the caller's transaction.
 * @param maker with every event of the block; further ones do no harm
 */
export function storeWholeList(db: Db, block: number, maker: UuidListMaker): void {
  storeList(db, block, { maker, lastSeq: Math.min(newestSeq(db), endOf(block)) });
}

/** Blocks whose lists miss an event, or have changed. */
export function* findBadLists(db: Db): Generator<number, void> {
  const page = db.sql<Buffer>("SELECT data FROM uuid_pages WHERE place = ?").pluck();
  for (const block of listedBlocks(db)) {
    const pages = Array.from({ length: PAGES }, (_, index) => page.get(pageRow(block, index)));
    // The index of rows has later events.
    const { maker } = whole(makeList(db, block, listedSeq(db, block)));
    if (!maker.isIn({ pages, filter: page.get(filterRow(block)) })) yield block;
  }
}

export function listedBlocks({ sql }: Pick<Db, "sql">): number[] {
  return sql<number>("SELECT block FROM uuid_blocks ORDER BY block").pluck().all();
}

interface Made {
  maker: UuidListMaker;
  lastSeq: number;
}

/** Rows read in one step: 5 ms that a question may wait. */
const STEP_ROWS = 4096;

/** @param untilSeq events after it are left out. @default all are listed */
function* makeList(db: Db, block: number, untilSeq = endOf(block)): Generator<void, Made> {
  const read = db
    .sql<[seq: number, uuid: unknown]>(
      `SELECT e.seq, ${uuidOf("e")} FROM ${eventsBetween("@first", "@last")} e ORDER BY e.seq`,
    )
    .raw(true);
  const maker = new UuidListMaker();
  const first = block * LISTED_EVENTS;
  // Read before the rows: later events need not be listed.
  const lastSeq = Math.min(newestSeq(db), endOf(block));
  for (let from = first; from <= untilSeq; from += STEP_ROWS) {
    for (const [seq, uuid] of read.all({ first: from, last: Math.min(from + STEP_ROWS - 1, untilSeq) })) {
      // Otherwise damaged.
      if (Buffer.isBuffer(uuid) && uuid.length === 16) maker.add(hashUuid(uuid), seq - first);
    }
    yield;
  }
  return { maker, lastSeq };
}

function whole<T>(steps: Generator<unknown, T>): T {
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value;
}

function storeList({ sql }: Db, block: number, { maker, lastSeq }: Made): void {
  const list = maker.finish();
  const put = sql("INSERT OR REPLACE INTO uuid_pages (place, data) VALUES (?, ?)");
  for (const [page, data] of list.pages.entries()) put.run(pageRow(block, page), data);
  put.run(filterRow(block), list.filter);
  sql("INSERT OR REPLACE INTO uuid_blocks (block, last_seq) VALUES (?, ?)").run(block, lastSeq);
}
