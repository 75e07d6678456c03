import type { ActorCursor, ActorList, ActorPage, ActorsPlan, AppearancesPage, Paging } from "../../lib/port/actors.ts";
import type { Engine } from "../../lib/port/engine.ts";
import * as assert from "uvu/assert";
import type { Random } from "../../fixtures/random.ts";

/** The key, value and cells of each actor of a page. */
function rowsOf(page: ActorPage): unknown[] {
  const { values, words = 0, bits }: ActorPage & Partial<AppearancesPage> = page;
  const keys = page.by === "persons" ? [...page.ids] : page.keys;
  return keys.map((key, place) => [key, values?.[place], bits?.slice(place * words, (place + 1) * words)]);
}

/** Pages of a list hold together the actors of the one page that has all of them: by cursors, and by actors to skip. */
export async function assertPages(
  random: Random,
  engine: Engine,
  { list, whole, story }: { list: ActorList & { cohorts?: unknown }; whole: ActorPage; story: string },
): Promise<void> {
  const read = (page: Paging) => engine.ask(structuredClone({ ...list, page }) as ActorsPlan);
  const rows = rowsOf(whole);
  // Four pages at most: an engine with little memory makes the list for each page again.
  const least = Math.max(1, Math.ceil(rows.length / 4));
  const walked: unknown[] = [];
  const cursors: (ActorCursor | null)[] = [null];
  for (let after: ActorCursor | null = null, isFirst = true; isFirst || after !== null; isFirst = false) {
    const limit = random.integer(least, least + 2);
    const page: ActorPage = await read({ after, skip: 0, limit });
    const own = rowsOf(page);
    // Only a list without actors has an empty page.
    assert.ok(own.length === limit || page.next === null, `a page before the last is full, ${story}`);
    assert.ok(own.length > 0 || rows.length === 0, `a page after a cursor has actors, ${story}`);
    walked.push(...own);
    cursors.push((after = page.next));
  }
  assert.equal(walked, rows, `walk by cursors, ${story}`);
  const { index, after } = random.pick(cursors.slice(0, -1).map((cursor, place) => ({ index: place, after: cursor })));
  const start = after === null ? 0 : rows.findIndex((row) => (row as unknown[])[0] === after.key) + 1;
  const [skip, limit] = [random.integer(0, rows.length + 1), random.integer(1, 5)];
  const skipped = await read({ after, skip, limit });
  const until = start + skip + limit;
  assert.equal(rowsOf(skipped), rows.slice(start + skip, until), `page ${index}, skip ${skip}, ${story}`);
  assert.is(skipped.next === null, until >= rows.length, `end of page ${index}, skip ${skip}, ${story}`);
}
