import { nextTurn } from "../../base/platform.ts";
import type { Properties } from "../../events/filters/index.ts";
import { storedValue } from "../../events/filters/index.ts";
import { parseStored, sound } from "../../storage/index.ts";
import type { Db } from "../../storage/index.ts";
import { createPropertyBlocks, toBlock, toJsonText } from "./property-blocks.ts";
import type { PropertyBlocks, SummedColumn } from "./property-blocks.ts";
import { clearCode, createColumn, setCode } from "./property-column.ts";
import type { PropertyColumn } from "./property-column.ts";

interface Building extends SummedColumn {
  /** `PRAGMA data_version` when it was last read or compared. */
  version: unknown;
  /** Resolves when every person was read or compared. */
  ready: Promise<void>;
}

/** The checksums of all blocks, as of a `data_version`. */
interface Sums {
  readonly projectId: number;
  readonly version: unknown;
  readonly ready: Promise<string[]>;
}

/** Blocks between two turns of the event loop: about 6 ms. */
const BLOCKS = 20;

/** Persons read one by one between two turns of the event loop. */
const CHUNK = 5000;

/** Bytes of kept columns: with 500,000 persons, a handful of keys with distinct values, or dozens of others. */
const BUDGET_BYTES = 128 * 1024 * 1024;

/** Changed persons kept: reading more again takes as long as reading all. */
const MAX_CHANGED = 100_000;

/** Times that columns are read again for other processes' commits, before they are used as they are. */
const ATTEMPTS = 3;

/**
 * Columns of person properties: a filter tests distinct values instead of parsing every person. An index over all keys
 * would double capture's writes.
 *
 * A column is read on the first question about its key, with turns of the event loop in between, and kept. From then on
 * a temporary trigger notes persons that this process changes, and the next question reads those again. After another
 * process's commit, the next question compares the checksum of each block (`property-blocks.ts`) and reads changed blocks.
 * 500,000 persons: 0.35 s to read, 0.1 s to compare.
 *
 * Invariant: `columns` equals the table at that moment, except commits that another process, committing without pause,
 * made during reading. Derived: may be dropped at any time.
 */
export class PropertyIndex {
  readonly #db: Db;
  readonly #blocks: PropertyBlocks;
  readonly #kept = new Map<string, Building>();
  /** Kept columns, and columns being read: all must learn of changes. */
  readonly #open = new Set<Building>();
  readonly #changed = new Set<number>();
  #isWatching = false;
  #version: unknown;
  #sums: Sums | undefined;

  constructor(db: Db) {
    this.#db = db;
    this.#blocks = createPropertyBlocks(db);
  }

  /** Notes changes from now on. Not before the first question, since it costs each write of a person. */
  #watch(): void {
    if (this.#isWatching) return;
    this.#isWatching = true;
    const db = this.#db;
    this.#version = db.sql("PRAGMA data_version").pluck().get();
    // Triggers see every write of this connection.
    db.sqlite.function("hoglet_person_changed", (id) => {
      this.#note(Number(id));
      return null;
    });
    for (const [when, row] of [
      ["INSERT", "NEW"],
      ["UPDATE OF properties", "NEW"],
      ["DELETE", "OLD"],
    ]) {
      const name = `person_changed_${when?.slice(0, 6).toLowerCase()}`;
      db.sqlite.exec(
        `CREATE TEMP TRIGGER ${name} AFTER ${when} ON main.persons BEGIN SELECT hoglet_person_changed(${row}.id); END`,
      );
    }
  }

  #note(id: number): void {
    if (this.#open.size === 0) return;
    this.#changed.add(id);
    if (this.#changed.size <= MAX_CHANGED) return;
    this.#kept.clear();
    this.#open.clear();
    this.#changed.clear();
  }

  /** Use the columns before awaiting anything else. */
  async columns(projectId: number, keys: ReadonlySet<string>): Promise<ReadonlyMap<string, PropertyColumn>> {
    this.#watch();
    let found = await this.#find(projectId, keys);
    for (let attempt = 1; attempt < ATTEMPTS; attempt++) {
      this.#look();
      if ([...found.values()].every((column) => this.#isCurrent(column))) break;
      found = await this.#find(projectId, keys);
    }
    while (this.#changed.size > CHUNK) {
      this.#readAgain(CHUNK);
      await nextTurn();
    }
    this.#readAgain(Number.POSITIVE_INFINITY);
    this.#keepWithinBudget();
    return found;
  }

  async #find(projectId: number, keys: ReadonlySet<string>): Promise<Map<string, Building>> {
    this.#look();
    const found = new Map<string, Building>();
    for (const key of keys) {
      const column = this.#kept.get(toName(projectId, key)) ?? this.#start(projectId, key);
      await column.ready;
      // After the wait: the first of two questions compares, the second waits for it.
      if (column.version !== this.#version) this.#fill(column, () => this.#compareAll(column));
      await column.ready;
      this.#touch(column);
      found.set(key, column);
    }
    return found;
  }

  #start(projectId: number, key: string): Building {
    const column: Building = {
      ...createColumn(projectId, key, this.#lastId()),
      sums: [],
      version: this.#version,
      ready: Promise.resolve(),
    };
    this.#open.add(column);
    this.#kept.set(toName(projectId, key), column);
    this.#fill(column, () => this.#readAll(column));
    return column;
  }

  #lastId(): number {
    return Number(this.#db.sql("SELECT coalesce(max(id), 0) FROM persons").pluck().get());
  }

  /** Brings a column up to date. */
  #fill(column: Building, work: () => Promise<void>): void {
    column.version = this.#version;
    column.ready = work().catch((error: unknown) => {
      this.#forget(column);
      this.#sums = undefined;
      throw error;
    });
  }

  async #readAll(column: Building): Promise<void> {
    const end = toBlock(column.codes.length - 1);
    for (let block = 0; block <= end; block++) {
      this.#blocks.read(column, block, (id) => this.#changed.add(id));
      if (block % BLOCKS === BLOCKS - 1) await nextTurn();
    }
  }

  /** Reads changed blocks again. */
  async #compareAll(column: Building): Promise<void> {
    const sums = await this.#sumAll(column.projectId);
    let count = 0;
    for (let block = 0; block < Math.max(sums.length, column.sums.length); block++) {
      if (sums[block] === column.sums[block]) continue;
      this.#blocks.read(column, block, (id) => this.#changed.add(id));
      if (count++ % BLOCKS === BLOCKS - 1) await nextTurn();
    }
  }

  /** Once for all columns, until another process commits. */
  #sumAll(projectId: number): Promise<string[]> {
    const known = this.#sums;
    if (known !== undefined && known.version === this.#version && known.projectId === projectId) return known.ready;
    const ready = this.#readSums(projectId);
    this.#sums = { projectId, version: this.#version, ready };
    return ready;
  }

  async #readSums(projectId: number): Promise<string[]> {
    const sums: string[] = [];
    const end = toBlock(this.#lastId());
    for (let block = 0; block <= end; block++) {
      sums.push(this.#blocks.sum(projectId, block));
      if (block % BLOCKS === BLOCKS - 1) await nextTurn();
    }
    return sums;
  }

  /** Updates up to `limit` changed persons in every open column. */
  #readAgain(limit: number): void {
    const read = this.#db.sql(
      `SELECT project_id, ${sound("persons", "p", "properties")} AS properties FROM persons p WHERE id = ?`,
    );
    let count = 0;
    for (const id of this.#changed) {
      if (count++ >= limit) return;
      this.#changed.delete(id);
      const row = read.get(id) as { project_id: number; properties: string } | undefined;
      const properties = row === undefined ? {} : parseStored<Properties>("person", id, row.properties);
      for (const column of this.#open) {
        if (row?.project_id !== column.projectId) clearCode(column, id);
        else setCode(column, id, toJsonText(storedValue(properties, column.key)));
      }
    }
  }

  /** Columns of an older version are compared when used. */
  #look(): void {
    this.#version = this.#db.sql("PRAGMA data_version").pluck().get();
  }

  #isCurrent(column: Building): boolean {
    return this.#open.has(column) && column.version === this.#version;
  }

  #keepWithinBudget(): void {
    let total = 0;
    for (const column of [...this.#kept.values()].toReversed()) {
      total += column.sizeBytes + column.codes.byteLength;
      // A property that always changes leaves unused values.
      const isWorn = column.values.length > 2 * column.persons + CHUNK;
      if (total > BUDGET_BYTES || isWorn) this.#forget(column);
    }
  }

  /** The first columns are dropped first. */
  #touch(column: Building): void {
    const name = toName(column.projectId, column.key);
    if (this.#kept.get(name) !== column) return;
    this.#kept.delete(name);
    this.#kept.set(name, column);
  }

  #forget(column: Building): void {
    this.#open.delete(column);
    const name = toName(column.projectId, column.key);
    if (this.#kept.get(name) === column) this.#kept.delete(name);
  }
}

function toName(projectId: number, key: string): string {
  return `${projectId}:${key}`;
}
