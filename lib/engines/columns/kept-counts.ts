import { countDeletions, newestSeq } from "../../log/index.ts";
import type { Db } from "../../storage/index.ts";
import type { People, PeopleStore } from "./entities/people.ts";
import { BLOCK_SIZE } from "./log/segment.ts";
import type { Segment } from "./log/segment.ts";
import type { SegmentStore } from "./log/store.ts";

/** Counts rows as they come; more rows may follow. */
export interface Counter {
  /** Its memory in bytes. @default little */
  sizeBytes?(): number;
}

/** Gives the counter of this name: a new one, or that of the last asking, which has counted all rows before those of this asking. */
export type Keep = <C extends Counter>(name: string, make: () => C) => C;

/** The counters of a question that is not asked again by the rows that came since. */
export const keepNothing: Keep = (_, make) => make();

/** One asking of a question whose counts are kept. */
export interface KeptAsking {
  people: People;
  /** The rows not counted yet; undefined = all of the project. */
  segments: Segment[] | undefined;
  keep: Keep;
  /** Says that the answer needs more than the counters. @throws CountsLost when they have counted rows before */
  giveUp(): void;
  /** Stores the counters; call it after the answer. */
  finish(): void;
}

/** Earlier counts cannot be used: ask the whole question. */
export class CountsLost extends Error {
  override name = "CountsLost";
}

/** The counts of a question, and the state of the database that they hold for. */
interface Counts {
  /** The plan as text. */
  question: string;
  deletions: number;
  /** The last event that was counted. */
  untilSeq: number;
  /** Any new version of the people drops the counts. */
  people: People;
  counters: Map<string, Counter>;
}

/** Events after which counting them one by one takes longer than all columns. */
const MOST_NEW = BLOCK_SIZE;

/** The largest share of the cache for the counts of a question. */
const MOST_OF_CACHE = 1 / 4;

/** Opens an asking, within its transaction. @param name of the counts; a later question may reuse it */
export type OpenKept = (name: string, question: { projectId: number; text: string }) => KeptAsking;

/**
 * Keeps the counts of questions, so that the next asking counts only new events. The counts hold while no event is
 * deleted and no distinct id gets another actor; new persons and ids change nothing, nor does the order of events.
 */
export function createKeptCounts(
  db: Db,
  { store, peopleStore }: { store: SegmentStore; peopleStore: PeopleStore },
): OpenKept {
  const { cache } = store;
  return (name, { projectId, text }) => {
    const key = `counts ${name}`;
    const found = cache.find<Counts>(key, "long");
    // Until this asking ends, the counters may hold a part of the new rows.
    cache.drop(key, "long");
    const people = peopleStore.current();
    const [deletions, untilSeq] = [countDeletions(db), newestSeq(db)];
    const isCurrent =
      found?.question === text &&
      found.deletions === deletions &&
      found.people.version === people.version &&
      untilSeq - found.untilSeq <= MOST_NEW;
    const counts: Counts = isCurrent
      ? found
      : { question: text, deletions, untilSeq: 0, people: { ...people }, counters: new Map() };
    Object.assign(counts.people, people);
    const segments = isCurrent ? store.newSegments(projectId, counts.untilSeq) : undefined;
    let isGivenUp = false;
    return {
      people: counts.people,
      segments,
      keep<C extends Counter>(counter: string, make: () => C): C {
        const known = counts.counters.get(counter) as C | undefined;
        if (known !== undefined) return known;
        if (isCurrent) throw new CountsLost();
        const made = make();
        counts.counters.set(counter, made);
        return made;
      },
      giveUp() {
        if (isCurrent) throw new CountsLost();
        isGivenUp = true;
      },
      finish() {
        for (const segment of segments ?? []) segment.forget();
        const sizeBytes = sizeOf(counts);
        if (isGivenUp || sizeBytes > cache.budgetBytes * MOST_OF_CACHE) return;
        counts.untilSeq = untilSeq;
        cache.get(
          key,
          () => counts,
          () => sizeBytes,
          "long",
        );
      },
    };
  };
}

function sizeOf({ counters, question }: Counts): number {
  return [...counters.values()].reduce((sum, counter) => sum + (counter.sizeBytes?.() ?? 0), question.length * 2);
}
