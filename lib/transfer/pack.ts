import { CHUNK_BYTES, hashUuid, packTexts, pageOf, placesOf, UuidFilters, UuidListMaker } from "../storage/index.ts";
import type { EventTexts } from "../storage/index.ts";
import type { Staging } from "./staging.ts";

/**
 * Compresses the texts of staged events into chunks while lines are still read, which takes half of the time that the caller's
 * thread needs to parse them. Such events enter the log without the index of uuids, so that the uuids of a file are compared
 * here.
 */
export interface Packer {
  /** Has an earlier line of the file this uuid? Else it is noted. Call it in the order of lines. */
  isRepeated(uuid: Buffer, line: number): boolean;
  /** Takes the texts of an event. @param line its number in the file */
  add(text: EventTexts, line: number): void;
  /** Writes the last chunk. Call it at the end, inside a transaction. */
  flush(): void;
}

/** Lines whose uuids are kept by hash, 2 MB. Those of earlier lines are in lists, as in the log. */
const LINES = 1 << 16;

/** Creates the packer of one import. */
export function createPacker(staging: Staging): Packer {
  const { isListed, list } = createLists(staging);
  const recent = createRecent(staging);
  let maker = new UuidListMaker();
  let block = 0;
  let texts: EventTexts[] = [];
  let lines = { first: 0, last: 0 };
  let bytes = 0;

  const flush = () => {
    const [first, last] = [texts[0], texts.at(-1)];
    if (first === undefined || last === undefined) return;
    staging
      .sql("INSERT INTO staging.texts (first_place, last_place, first_line, last_line, data) VALUES (?, ?, ?, ?, ?)")
      .run(first.seq, last.seq, lines.first, lines.last, packTexts(texts));
    texts = [];
    bytes = 0;
  };

  return {
    isRepeated(uuid, line) {
      if (Math.floor(line / LINES) !== block) {
        list(block, maker);
        block = Math.floor(line / LINES);
        maker = new UuidListMaker();
        recent.clear();
      }
      if (isListed(uuid) || recent.isRepeated(uuid, line)) return true;
      maker.add(uuid, line % LINES);
      return false;
    },
    add(text, line) {
      if (texts.length === 0) lines = { first: line, last: line };
      texts.push(text);
      lines.last = line;
      bytes += text.properties.length + (text.elements?.length ?? 0);
      if (bytes >= CHUNK_BYTES) flush();
    },
    flush,
  };
}

/** Places of the table of hashes, a power of two: four for each line, so that few share one. */
const PLACES = LINES * 4;

/** The uuids of the newest lines: a table of hashes, and of the lines that have them. */
function createRecent(staging: Staging) {
  const lines = new Float64Array(PLACES);
  const hashes = new Uint32Array(PLACES);
  return {
    clear: () => void lines.fill(0),
    isRepeated(uuid: Buffer, line: number): boolean {
      const hash = hashUuid(uuid);
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

function hasUuid(staging: Staging, line: number, uuid: Buffer): boolean {
  return staging.sql("SELECT 1 FROM staging.events WHERE line = ? AND uuid = ?").get(line, uuid) !== undefined;
}

/** Rows of a list in `staging.uuid_pages`. */
const ROWS = 64;

/** Lists of the uuids of earlier lines, as the log has them: their filters are in memory, two bytes an event. */
function createLists(staging: Staging) {
  const filters = new UuidFilters();
  return {
    list(block: number, maker: UuidListMaker): void {
      const { pages, filter } = maker.finish();
      const put = staging.sql("INSERT INTO staging.uuid_pages (place, data) VALUES (?, ?)");
      for (const [page, data] of pages.entries()) put.run(block * ROWS + page, data);
      filters.add(block, filter);
    },
    isListed(uuid: Buffer): boolean {
      const hash = hashUuid(uuid);
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
