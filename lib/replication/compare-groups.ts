import type { PageWriter } from "../storage/wal/index.ts";
import { again, Unanswered } from "./ask-first.ts";
import type { AskFirst } from "./ask-first.ts";
import { GROUP_BYTES, Groups, HASH_BYTES, HASHED_GROUPS, SENT_GROUPS, sha256 } from "./part.ts";

/** Commits of the first, as a reply has them. */
export interface Received {
  mark: string;
  hasMore: boolean;
  pages: number | null;
  numbers: number[];
  bytes: Buffer;
}

/** The place where a follower begins. */
export interface Begun {
  mark: string;
  pages: number;
}

interface Comparing {
  ask: AskFirst;
  writer: PageWriter;
  /** The commits after a mark, without waiting. */
  commits(after: string): Promise<Received>;
}

/** The number of the one page that SQLite never uses: the one at 1 GiB, where it locks (sqlite.org/fileformat2.html 1.4). */
const lockPage = (pageBytes: number) => 0x4000_0000 / pageBytes + 1;

/**
 * Puts the pages that differ from those of the first into the open commit of the writer. The first goes on meanwhile: its groups of pages are
 * of different moments, none older than the mark, and the commits after the mark are laid over them.
 * @returns the moment that the pages are
 */
export async function compareGroups(
  { ask, writer, commits }: Comparing,
  { mark: since, pages: begun }: Begun,
): Promise<Begun> {
  const perGroup = GROUP_BYTES / writer.pageBytes;
  const groups = Math.ceil(begun / perGroup);
  /** Pages that a commit gave: the file of the first may have them as they were before. */
  const newer = new Set<number>();
  let at: Begun = { mark: since, pages: begun };

  const goOn = async () => {
    const found = await again(() => commits(at.mark));
    putPages(writer, found.numbers, found.bytes);
    for (const number of found.numbers) newer.add(number);
    at = { mark: found.mark, pages: found.pages ?? at.pages };
    return found.hasMore;
  };
  const putGroup = (group: number, bytes: Buffer) => {
    for (let one = 0; one < perGroup; one++) {
      const page = group * perGroup + one + 1;
      const isWanted = page <= begun && !newer.has(page) && page !== lockPage(writer.pageBytes);
      if (isWanted) writer.put(page, bytes.subarray(one * writer.pageBytes, (one + 1) * writer.pageBytes));
    }
  };
  for (let start = 0; start < groups; start += HASHED_GROUPS) {
    const differing = await differingGroups(ask, writer, { since, start, groups });
    for (let next = 0; next < differing.length; next += SENT_GROUPS) {
      const wanted = differing.slice(next, next + SENT_GROUPS);
      const bytes = await groupsOf(ask, `/groups?since=${since}&numbers=${wanted.join(",")}`, { since, wanted });
      for (const [index, group] of wanted.entries())
        putGroup(group, bytes.subarray(index * GROUP_BYTES, (index + 1) * GROUP_BYTES));
      // Often, since the first keeps the last commits only.
      await goOn();
    }
    await goOn();
  }
  // Up to a moment that is younger than every group.
  while (await goOn());
  return at;
}

/** The last bytes of a page count. */
export function putPages(writer: PageWriter, numbers: readonly number[], bytes: Buffer): void {
  for (const [index, number] of numbers.entries())
    writer.put(number, bytes.subarray(index * writer.pageBytes, (index + 1) * writer.pageBytes));
}

function groupsOf(
  ask: AskFirst,
  path: string,
  { since, wanted }: { since: string; wanted: readonly number[] },
): Promise<Buffer> {
  return again(async () => {
    const { head, bytes } = await ask(Groups, path);
    // Else it is a reply to an earlier question, which a proxy kept.
    if (head.since === since && String(head.numbers) === String(wanted)) return bytes;
    throw new Unanswered("Received other groups of pages than asked for.");
  });
}

async function differingGroups(
  ask: AskFirst,
  own: PageWriter,
  { since, start, groups }: { since: string; start: number; groups: number },
): Promise<number[]> {
  const wanted = Array.from({ length: HASHED_GROUPS }, (_, index) => start + index);
  const bytes = await groupsOf(ask, `/hashes?since=${since}&from=${start}`, { since, wanted });
  const group = Buffer.alloc(GROUP_BYTES);
  return wanted.filter((number, index) => {
    if (number >= groups) return false;
    group.fill(0, own.read(group, number * GROUP_BYTES));
    return !sha256(group).equals(bytes.subarray(index * HASH_BYTES, (index + 1) * HASH_BYTES));
  });
}
