import { setImmediate as nextTurn } from "node:timers/promises";
import type { Json, Properties } from "../filters/index.ts";
import { storedValue } from "../filters/index.ts";
import type { Db } from "../storage/index.ts";

/** One property of every person of a project: a dictionary of the distinct values, and a code for each person. */
export interface PropertyColumn {
  readonly projectId: number;
  readonly key: string;
  /** By person id: 0 = no such person in the project, else the place of its value in `values`. */
  codes: Uint32Array;
  /** Place 0 is nobody's; place 1 is `undefined`, for persons without the property. */
  readonly values: (Json | undefined)[];
}

/** The places that have a meaning of their own. */
export const NOBODY = 0;
export const MISSING = 1;

interface Building extends PropertyColumn {
  /** JSON text of a value → its place. */
  readonly places: Map<string, number>;
  sizeBytes: number;
  persons: number;
  /** Resolves when every person was read once. */
  ready: Promise<void>;
}

/** Persons read between two turns of the event loop: about 6 ms. */
const CHUNK = 5000;

/** What the kept columns may take: with 500,000 persons a handful of keys with distinct values, or dozens of others. */
const BUDGET_BYTES = 128 * 1024 * 1024;

/** Changes remembered between two questions: to read more persons again would take as long as to start anew. */
const MAX_CHANGED = 100_000;

/** How often columns are read afresh because another process committed meanwhile; then they are taken as they are. */
const ATTEMPTS = 3;

/** Overhead of a dictionary entry beside its text: the map's entry, the string's header, the parsed value. */
const ENTRY_BYTES = 120;

/** The largest property key that SQLite's JSON path is trusted with: no quotes, escapes or control characters. */
const PLAIN_KEY = /^[^"\\\p{C}]+$/u;

/**
 * Property columns of persons, so that a filter on any property looks at its distinct values instead of parsing every
 * person: an index over all keys would double what capture has to write.
 *
 * A column is read from the table on the first question about its key (0.6 s for 500,000 persons, in pieces between which
 * the event loop turns) and kept. From then on a temporary trigger notes the persons that this process changes, however
 * it does it, and the next question reads those again; when another process has committed, all columns are dropped.
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
      this.#dropForeign();
      if ([...found.values()].every((column) => this.#open.has(column))) break;
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
    this.#dropForeign();
    const found = new Map<string, Building>();
    for (const key of keys) {
      const column = this.#kept.get(toName(projectId, key)) ?? this.#start(projectId, key);
      await column.ready;
      this.#touch(column);
      found.set(key, column);
    }
    return found;
  }

  #start(projectId: number, key: string): Building {
    const column: Building = {
      projectId,
      key,
      codes: new Uint32Array(1 + Number(this.#db.sql("SELECT coalesce(max(id), 0) FROM persons").pluck().get())),
      values: [undefined, undefined],
      places: new Map(),
      sizeBytes: 0,
      persons: 0,
      ready: Promise.resolve(),
    };
    this.#open.add(column);
    this.#kept.set(toName(projectId, key), column);
    column.ready = this.#readAll(column).catch((error: unknown) => {
      this.#forget(column);
      throw error;
    });
    return column;
  }

  async #readAll(column: Building): Promise<void> {
    const { projectId, key } = column;
    const isPlain = PLAIN_KEY.test(key);
    const value = isPlain ? "properties -> ?" : "properties";
    // By ranges of the primary key: the table in the order it is stored in.
    const read = this.#db
      .sql(`SELECT id, ${value} FROM persons NOT INDEXED WHERE id > ? AND id <= ? AND project_id = ? ORDER BY id`)
      .raw();
    const end = column.codes.length - 1;
    for (let from = 0; from < end; from += CHUNK) {
      const bound = [from, Math.min(from + CHUNK, end), projectId];
      const rows = read.all(...(isPlain ? [`$."${key}"`, ...bound] : bound)) as [number, string | null][];
      for (const [id, text] of rows) setCode(column, id, isPlain ? text : toText(text ?? "{}", key));
      await nextTurn();
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
      const properties = row === undefined ? {} : (JSON.parse(row.properties) as Properties);
      for (const column of this.#open) {
        if (row?.project_id !== column.projectId) clearCode(column, id);
        else setCode(column, id, toJsonText(storedValue(properties, column.key)));
      }
    }
  }

  /** Another process's commit may have changed any person. */
  #dropForeign(): void {
    const version = this.#db.sql("PRAGMA data_version").pluck().get();
    if (version === this.#version) return;
    this.#version = version;
    this.#kept.clear();
    this.#open.clear();
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

function toName(projectId: number, key: string): string {
  return `${projectId}:${key}`;
}

function toText(properties: string, key: string): string | null {
  return toJsonText(storedValue(JSON.parse(properties) as Properties, key));
}

function toJsonText(value: Json | undefined): string | null {
  return value === undefined ? null : JSON.stringify(value);
}

function setCode(column: Building, id: number, text: string | null): void {
  if (id >= column.codes.length) {
    const grown = new Uint32Array(Math.ceil(id * 1.25) + 1);
    grown.set(column.codes);
    column.codes = grown;
  }
  if (column.codes[id] === NOBODY) column.persons += 1;
  column.codes[id] = text === null ? MISSING : toPlace(column, text);
}

function clearCode(column: Building, id: number): void {
  if ((column.codes[id] ?? NOBODY) === NOBODY) return;
  column.persons -= 1;
  column.codes[id] = NOBODY;
}

function toPlace(column: Building, text: string): number {
  const known = column.places.get(text);
  if (known !== undefined) return known;
  const place = column.values.push(JSON.parse(text) as Json) - 1;
  column.places.set(text, place);
  column.sizeBytes += ENTRY_BYTES + 2 * text.length;
  return place;
}
