import { setImmediate as nextTurn } from "node:timers/promises";
import type { Json, Properties } from "../../events/filters/index.ts";
import { storedValue } from "../../events/filters/index.ts";
import { parseStored } from "../../storage/index.ts";
import type { Db } from "../../storage/index.ts";
import { clearCode, createColumn, setCode } from "./property-column.ts";
import type { GrowingColumn, PropertyColumn } from "./property-column.ts";

interface Building extends GrowingColumn {
  /** By block of persons: what they added up to when they were read. */
  readonly sums: (string | undefined)[];
  /** `PRAGMA data_version` of when it was last read or compared with the table. */
  version: unknown;
  /** Resolves when every person was read, or compared, once. */
  ready: Promise<void>;
}

/** What the persons of each block added up to, as of a `data_version`. */
interface Sums {
  readonly projectId: number;
  readonly version: unknown;
  readonly ready: Promise<string[]>;
}

/** Ids that are read and compared together: few, so that a change elsewhere has little read again. */
const BLOCK = 256;

/** Blocks read between two turns of the event loop: about 6 ms. */
const BLOCKS = 20;

/** Persons read again one by one between two turns of the event loop. */
const CHUNK = 5000;

/** Stands between the values of a block: JSON text has no such character, it would be escaped. */
const SEPARATOR = "\u001e";

/** Longer values are read one by one, since those of a block become one text. */
const MAX_JOINED = 4096;

/** What the kept columns may take: with 500,000 persons a handful of keys with distinct values, or dozens of others. */
const BUDGET_BYTES = 128 * 1024 * 1024;

/** Changes remembered between two questions: to read more persons again would take as long as to start anew. */
const MAX_CHANGED = 100_000;

/** How often columns are read afresh because another process committed meanwhile; then they are taken as they are. */
const ATTEMPTS = 3;

/** The largest property key that SQLite's JSON path is trusted with: no quotes, escapes or control characters. */
const PLAIN_KEY = /^[^"\\\p{C}]+$/u;

/**
 * Property columns of persons, so that a filter on any property looks at its distinct values instead of parsing every
 * person: an index over all keys would double what capture has to write.
 *
 * A column is read from the table on the first question about its key, in pieces between which the event loop turns, and
 * kept. From then on a temporary trigger notes the persons that this process changes, however it does it, and the next
 * question reads those again. When another process has committed, the next question compares each block of persons with
 * what it was (`sumBlock`) and reads again those that changed. For 500,000 persons, on an idle machine: 0.35 s to read
 * (0.26 s of it is SQLite's, to find a key in each person's JSON), 0.1 s to compare.
 *
 * Invariant: what `columns` resolves to equals the table at that moment, unless another process commits without pause: then
 * it may miss what was committed while it was read. Derived: may be dropped at any time.
 */
export class PropertyIndex {
  readonly #db: Db;
  readonly #kept = new Map<string, Building>();
  /** Everything that must learn of changes: kept columns and those still being read. */
  readonly #open = new Set<Building>();
  readonly #changed = new Set<number>();
  #version: unknown;
  #sums: Sums | undefined;

  constructor(db: Db) {
    this.#db = db;
    this.#version = db.sql("PRAGMA data_version").pluck().get();
    // Triggers see every write of this connection, those of imports and merges included.
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

  /** The columns of these keys, by key. Use them before anything else is awaited. */
  async columns(projectId: number, keys: ReadonlySet<string>): Promise<ReadonlyMap<string, PropertyColumn>> {
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
      // Asked after the wait: of two questions at once the first compares, the second waits for it.
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

  /** Does the work that makes a column be as of now. */
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
      this.#readBlock(column, block);
      if (block % BLOCKS === BLOCKS - 1) await nextTurn();
    }
  }

  /** Reads the blocks again that are not what they were. */
  async #compareAll(column: Building): Promise<void> {
    const sums = await this.#sumAll(column.projectId);
    let count = 0;
    for (let block = 0; block < Math.max(sums.length, column.sums.length); block++) {
      if (sums[block] === column.sums[block]) continue;
      this.#readBlock(column, block);
      if (count++ % BLOCKS === BLOCKS - 1) await nextTurn();
    }
  }

  /** What every block of a project adds up to: once for all columns, until another process commits again. */
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
      sums.push(this.#sumBlock(projectId, block));
      if (block % BLOCKS === BLOCKS - 1) await nextTurn();
    }
    return sums;
  }

  /**
   * What the persons of a block add up to; equal = nothing was changed. Ids are never used again, so of as many persons
   * their sum says whether they are the same; and of the same persons the versions only rise, with every change of their
   * properties. The length is for what other programs change.
   */
  #sumBlock(projectId: number, block: number): string {
    return this.#db
      .sql(`SELECT ${SUMS} FROM persons NOT INDEXED WHERE ${OF_BLOCK}`)
      .pluck()
      .get(block * BLOCK, (block + 1) * BLOCK, projectId) as string;
  }

  #readBlock(column: Building, block: number): void {
    const { projectId, key, codes } = column;
    const [start, end] = [block * BLOCK, (block + 1) * BLOCK];
    const bounds = [start, end, projectId];
    for (let id = start; id < Math.min(end, codes.length); id++) clearCode(column, id);
    if (!PLAIN_KEY.test(key)) {
      // First: where another process commits between the two, the block is read once more.
      column.sums[block] = this.#sumBlock(projectId, block);
      const read = this.#db.sql(`SELECT id, properties FROM persons NOT INDEXED WHERE ${OF_BLOCK}`).raw();
      for (const [id, text] of read.all(...bounds) as [number, string][]) setCode(column, id, toText(text, key));
      return;
    }
    // As two texts: handing over a row for each person costs a quarter more (measured).
    const read = this.#db
      .sql(
        `SELECT ${SUMS}, group_concat(id), group_concat(substr(coalesce(properties -> ?, ''), 1, ${MAX_JOINED + 1}), ?)
         FROM persons NOT INDEXED WHERE ${OF_BLOCK}`,
      )
      .raw();
    const [sums, ids, values] = read.get(`$."${key}"`, SEPARATOR, ...bounds) as [string, string | null, string | null];
    column.sums[block] = sums;
    if (ids === null || values === null) return;
    const texts = values.split(SEPARATOR);
    for (const [index, id] of ids.split(",").entries()) {
      const text = texts[index] ?? "";
      if (text.length > MAX_JOINED) this.#changed.add(Number(id));
      else setCode(column, Number(id), text === "" ? null : text);
    }
  }

  /** Brings up to `limit` changed persons up to date in every open column. */
  #readAgain(limit: number): void {
    const read = this.#db.sql("SELECT project_id, properties FROM persons WHERE id = ?");
    let count = 0;
    for (const id of this.#changed) {
      if (count++ >= limit) return;
      this.#changed.delete(id);
      const row = read.get(id) as { project_id: number; properties: string } | undefined;
      const properties = row === undefined ? {} : parseStored<Properties>("person", row.properties);
      for (const column of this.#open) {
        if (row?.project_id !== column.projectId) clearCode(column, id);
        else setCode(column, id, toJsonText(storedValue(properties, column.key)));
      }
    }
  }

  /** Another process's commit may have changed any person: columns of an older version are compared when asked for. */
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
      // Values that nobody has any more pile up where a property changes all the time.
      const isWorn = column.values.length > 2 * column.persons + CHUNK;
      if (total > BUDGET_BYTES || isWorn) this.#forget(column);
    }
  }

  /** Moves a kept column to the end of the map: the first are forgotten first. */
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

const indexes = new WeakMap<Db, PropertyIndex>();

/** The one property index of a database connection; made when it is first asked for. */
export function propertyIndex(db: Db): PropertyIndex {
  let index = indexes.get(db);
  if (index === undefined) {
    index = new PropertyIndex(db);
    indexes.set(db, index);
  }
  return index;
}

const OF_BLOCK = "id >= ? AND id < ? AND project_id = ?";

const SUMS =
  "count(*) || ':' || coalesce(sum(id), 0) || ':' || coalesce(sum(version), 0) || ':' || coalesce(sum(octet_length(properties)), 0)";

function toBlock(id: number): number {
  return Math.floor(id / BLOCK);
}

function toName(projectId: number, key: string): string {
  return `${projectId}:${key}`;
}

function toText(properties: string, key: string): string | null {
  return toJsonText(storedValue(parseStored<Properties>("person", properties), key));
}

function toJsonText(value: Json | undefined): string | null {
  return value === undefined ? null : JSON.stringify(value);
}
