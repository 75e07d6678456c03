import { readFileSync, writeFileSync } from "node:fs";
import Database from "better-sqlite3";

const HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;

/**
 * Plays Litestream's part (0.5, `db.go`): it has tables of its own in the file, holds a read transaction so that nobody else can copy the log
 * into the file, reads the log's frames, and copies the log into the file itself, behind a write that it takes back.
 */
export interface LogFollower {
  /** Reads what is new in the log, and copies the log into the file. */
  step(): void;
  /** How often somebody else began the log again, so that frames may be lost: Litestream then makes a new copy of all. */
  readonly surprises: number;
  /** Writes the database that the frames make to a file. */
  restore(to: string): void;
  close(): void;
}

/** Starts to follow the log of a database. */
export function followLog(file: string): LogFollower {
  const [writer, reader, copier] = [0, 1, 2].map(() => new Database(file, { timeout: 1000 }));
  if (writer === undefined || reader === undefined || copier === undefined) throw new Error("no connection");
  for (const sqlite of [writer, reader, copier]) sqlite.pragma("wal_autocheckpoint = 0");
  writer.exec("CREATE TABLE IF NOT EXISTS _litestream_seq (id INTEGER PRIMARY KEY, seq INTEGER)");
  writer.exec("CREATE TABLE IF NOT EXISTS _litestream_lock (id INTEGER)");
  const pageBytes = Number(writer.pragma("page_size", { simple: true }));
  const pages = new Map<number, Buffer>();
  let [size, salts, at, surprises] = [0, "", HEADER_BYTES, 0];

  const bump = () =>
    writer.exec("INSERT INTO _litestream_seq VALUES (1, 1) ON CONFLICT (id) DO UPDATE SET seq = seq + 1");
  const hold = () => {
    reader.exec("BEGIN");
    reader.prepare("SELECT count(*) FROM _litestream_seq").get();
  };
  const read = (isOwnLog = false) => {
    const log = readFileSync(`${file}-wal`);
    const found = log.toString("hex", 16, 24);
    if (found !== salts) {
      if (!isOwnLog) surprises += 1;
      [salts, at] = [found, HEADER_BYTES];
    }
    const step = FRAME_HEADER_BYTES + pageBytes;
    const fresh: [page: number, bytes: Buffer][] = [];
    for (let from = at; from + step <= log.length && log.toString("hex", from + 8, from + 16) === salts; from += step) {
      fresh.push([log.readUInt32BE(from), log.subarray(from + FRAME_HEADER_BYTES, from + step)]);
      const pagesAfterCommit = log.readUInt32BE(from + 4);
      if (pagesAfterCommit === 0) continue;
      [size, at] = [pagesAfterCommit, from + step];
      for (const [page, bytes] of fresh.splice(0)) pages.set(page, bytes);
    }
  };
  bump();
  hold();
  const first = reader.serialize();
  for (let from = 0; from < first.length; from += pageBytes)
    pages.set(from / pageBytes + 1, first.subarray(from, from + pageBytes));
  read(true);
  return {
    step() {
      read();
      writer.exec("BEGIN; INSERT INTO _litestream_lock VALUES (1)");
      read();
      reader.exec("COMMIT");
      copier.pragma("wal_checkpoint(PASSIVE)");
      writer.exec("ROLLBACK");
      bump();
      hold();
      read(true);
    },
    get surprises() {
      return surprises;
    },
    restore: (to) =>
      writeFileSync(to, Buffer.concat(Array.from({ length: size }, (_, n) => pages.get(n + 1) as Buffer))),
    close() {
      for (const sqlite of [reader, copier, writer]) sqlite.close();
    },
  };
}
