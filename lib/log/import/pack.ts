import { createChunkSizer } from "../chunks/chunk-size.ts";
import { packTextsAside } from "../chunks/pack-chunk.ts";
import type { EventTexts } from "../chunks/pack-chunk.ts";
import { pageOf, placesOf, UuidFilters, UuidListMaker } from "../uuids/uuid-list.ts";
import type { Staging } from "./staging.ts";

/**
 * Compresses staged events into chunks in threads of Node's pool, while lines are read. Such events enter the log
 * without the index of uuids, so a file's uuids are compared here.
 */
export interface Packer {
  /** Has an earlier line this uuid? Else notes it. Call it in the order of lines. @param hash by `hashUuid` */
  isRepeated(uuid: Buffer, hash: number, line: number): boolean;
  /** Takes the texts of an event. @param line its number in the file */
  add(text: EventTexts, hash: number, line: number): void;
  /** Ends the last chunk. Call it at the end. */
  flush(): void;
  /** Writes compressed chunks. @param most chunks that may still be at work; it waits for the rest */
  settle(most: number): Promise<void>;
}

/** Lines whose uuids are kept by hash, 2 MB; earlier ones are in lists, as in the log. */
const LINES = 1 << 16;

export function createPacker(staging: Staging): Packer {
  const { isListed, list } = createLists(staging);
  const recent = createRecent(staging);
  const hashes = createHashes(staging);
  const sizer = createChunkSizer();
  let maker = new UuidListMaker();
  let block = 0;
  let texts: EventTexts[] = [];
  let lines = { first: 0, last: 0 };
  let bytes = 0;
  let packing: Packing[] = [];

  const flush = () => {
    const [first, last] = [texts[0], texts.at(-1)];
    if (first === undefined || last === undefined) return;
    const data = packTextsAside(texts);
    // Awaited later: until then a failure must not count as unhandled.
    data.catch(() => {});
    packing.push({ row: [first.seq, last.seq, lines.first, lines.last], bytes, data });
    texts = [];
    bytes = 0;
  };

  return {
    isRepeated(uuid, hash, line) {
      if (Math.floor(line / LINES) !== block) {
        list(block, maker);
        block = Math.floor(line / LINES);
        maker = new UuidListMaker();
        recent.clear();
      }
      if (isListed(uuid, hash) || recent.isRepeated(uuid, hash, line)) return true;
      maker.add(hash, line % LINES);
      return false;
    },
    add(text, hash, line) {
      hashes.add(text.seq, hash);
      if (texts.length === 0) lines = { first: line, last: line };
      texts.push(text);
      lines.last = line;
      bytes += text.properties.length + (text.elements?.length ?? 0);
      if (bytes >= sizer.textBytes) flush();
    },
    flush() {
      flush();
      hashes.flush();
    },
    async settle(most) {
      // Chunks compressed later wait for the next call.
      const done = packing.slice(0, Math.max(0, packing.length - most));
      packing = packing.slice(done.length);
      const chunks = await Promise.all(
        done.map(async ({ row, bytes: textBytes, data }) => ({ row, textBytes, data: await data })),
      );
      for (const { textBytes, data } of chunks) sizer.see(textBytes, data.length);
      const add = staging.sql(
        "INSERT INTO staging.texts (first_place, last_place, first_line, last_line, data) VALUES (?, ?, ?, ?, ?)",
      );
      if (chunks.length > 0) staging.transact(() => chunks.forEach(({ row, data }) => add.run(...row, data)));
    },
  };
}

/** A chunk at work: first and last place, first and last line. */
interface Packing {
  row: [number, number, number, number];
  /** Bytes of its texts. */
  bytes: number;
  data: Promise<Buffer>;
}

/** A power of two: four for each line, so that few share a place. */
const PLACES = LINES * 4;

/** The newest lines' uuids: hashes, and the lines that have them. */
function createRecent(staging: Staging) {
  const lines = new Float64Array(PLACES);
  const hashes = new Uint32Array(PLACES);
  return {
    clear: () => void lines.fill(0),
    isRepeated(uuid: Buffer, hash: number, line: number): boolean {
      let place = hash & (PLACES - 1);
      for (; lines[place] !== 0; place = (place + 1) & (PLACES - 1)) {
        if (hashes[place] === hash && hasUuid(staging, lines[place] ?? 0, uuid)) return true;
      }
      lines[place] = line;
      hashes[place] = hash;
      return false;
    },
  };
}

/** Keeps hashes by place, for the log's lists, which then need not read uuids again. */
function createHashes(staging: Staging) {
  const places = new Float64Array(LINES);
  const hashes = new Uint32Array(LINES);
  let count = 0;
  const flush = () => {
    if (count === 0) return;
    const [some, theirs] = [places.slice(0, count), hashes.slice(0, count)].map(({ buffer }) => Buffer.from(buffer));
    staging.sql("INSERT INTO staging.uuid_hashes (places, hashes) VALUES (?, ?)").run(some, theirs);
    count = 0;
  };
  return {
    add(place: number, hash: number): void {
      places[count] = place;
      hashes[count++] = hash;
      if (count === LINES) flush();
    },
    flush,
  };
}

/** Calls a function for each event that a packer took, in their order. */
export function eachHash(staging: Staging, see: (place: number, hash: number) => void): void {
  const read = staging.sql<{ id: number; places: Buffer; hashes: Buffer }>(
    "SELECT id, places, hashes FROM staging.uuid_hashes WHERE id > ? ORDER BY id LIMIT 1",
  );
  for (let row = read.get(0); row !== undefined; row = read.get(row.id)) {
    // A Buffer's bytes may begin anywhere.
    const places = new Float64Array(Uint8Array.from(row.places).buffer);
    const hashes = new Uint32Array(Uint8Array.from(row.hashes).buffer);
    for (const [index, place] of places.entries()) see(place, hashes[index] ?? 0);
  }
}

function hasUuid(staging: Staging, line: number, uuid: Buffer): boolean {
  return staging.sql("SELECT 1 FROM staging.events WHERE line = ? AND uuid = ?").get(line, uuid) !== undefined;
}

/** Rows of a list in `staging.uuid_pages`. */
const ROWS = 64;

/** Lists of earlier uuids, as in the log: filters in memory, two bytes an event. */
function createLists(staging: Staging) {
  const filters = new UuidFilters();
  return {
    list(block: number, maker: UuidListMaker): void {
      const { pages, filter } = maker.finish();
      const put = staging.sql("INSERT INTO staging.uuid_pages (place, data) VALUES (?, ?)");
      for (const [page, data] of pages.entries()) put.run(block * ROWS + page, data);
      filters.add(block, filter);
    },
    isListed(uuid: Buffer, hash: number): boolean {
      const blocks = filters.find(hash);
      if (blocks.length === 0) return false;
      const page = staging.sql<Buffer>("SELECT data FROM staging.uuid_pages WHERE place = ?").pluck();
      return blocks.some((block) =>
        placesOf(page.get(block * ROWS + pageOf(hash)) as Buffer, hash).some((place) =>
          hasUuid(staging, block * LINES + place, uuid),
        ),
      );
    },
  };
}
