/**
 * The database as an engine with a copy of its own follows it, in the order of arrival. The database is the truth; a *follower*
 * reads the feed from its mark, stores the entries together with the new mark, and goes on from there.
 *
 * - **Order.** Events come by `seq`. A change comes after the events that were there when it was made, and changes come by `at`.
 * - **A change says how the row is now**, or `null` once it is gone; it never says what it was. A row that changes twice before it
 *   is read comes once, at the place of the last change. It can therefore be newer than its place: apply it by its key, and keep
 *   the one with the greatest `at`.
 * - **Exactly once.** A mark covers all that was read up to it. A follower that stores entries and mark together has each once;
 *   one that cannot reads again from the mark that it stored, and finds the same keys with the same or a greater `at`.
 * - **Nothing is lost.** Changes are kept from `follow` on until each follower confirmed them. A follower that does not come back has to
 *   `unfollow`. Without a follower nothing is kept, and capture does no work for the feed.
 * - **Erased data do not wait in the feed**: it keeps keys alone.
 *
 * Numbers of distinct ids, persons, groups and cohorts are given once and never again, so they are keys for good.
 */
export interface Feed {
  /**
   * Begins to keep changes for a follower. A new one starts with all that is there already; a known one goes on.
   * @returns the mark that it confirmed last
   */
  follow(name: string): Promise<Mark>;
  /** Reads what comes after a mark, at one moment of the database. */
  read(after: Mark, options?: FeedOptions): Promise<FeedBatch>;
  /** Says that the follower has stored everything up to the mark, durably: the feed no longer keeps it. */
  confirm(name: string, mark: Mark): Promise<void>;
  /** Ends the following, and forgets the mark. Unknown names are ignored. */
  unfollow(name: string): Promise<void>;
  /** The mark of everything that was acknowledged until now. A follower that has reached it sees every acknowledged write. */
  newest(): Promise<Mark>;
}

/** A place in the feed. Plain data: it may be stored as JSON. */
export interface Mark {
  /** All events up to this `seq` were read. */
  events: number;
  /** All changes up to this `at` were read. */
  changes: number;
  /** What was there when the following began is still being read; absent = all of it was read. */
  start?: StartMark;
}

/** A place among the rows that were there when the following began. */
export interface StartMark {
  kind: StateEntry["kind"];
  /** All rows up to this number, or this pair of numbers for a membership, were read. */
  after: readonly [number, number];
}

/** How much to read. */
export interface FeedOptions {
  /** Most entries. @default 1000, which takes about 10 ms */
  limit?: number;
  /** Bytes of texts after which no further entry is added; the first is read whatever its size. @default 4 MiB */
  limitBytes?: number;
  /** Reads nothing after this mark: to read a batch again that may have arrived. @default everything */
  until?: Mark;
}

/** A part of the feed. */
export interface FeedBatch {
  entries: FeedEntry[];
  /** The place from which to go on. */
  mark: Mark;
  /** Nothing was left: whoever applied all entries has the state of the database at the moment of this batch. */
  isCurrent: boolean;
}

export type FeedEntry = EventEntry | GoneEventEntry | StateEntry;

/** An event arrived. Events are never changed. */
export interface EventEntry {
  kind: "event";
  projectId: number;
  /** Order of arrival over all projects; never used again. */
  seq: number;
  uuid: string;
  event: string;
  /** Number of its distinct id: who it belongs to follows from the entry of that. */
  distinctId: number;
  timestampMs: number;
  receivedMs: number;
  /** JSON text, as stored. */
  properties: string;
  /** Elements of autocapture as stored: a JSON list, or the text of `$elements_chain`; null = none. */
  elements: string | null;
}

/** An event was deleted. It may be one that the follower has not seen. */
export interface GoneEventEntry {
  kind: "gone-event";
  projectId: number;
  seq: number;
  at: number;
}

/** A row that questions refer to was added, changed or removed. */
export type StateEntry = DistinctIdEntry | PersonEntry | GroupEntry | MemberEntry;

interface Changed {
  projectId: number;
  /** Grows with each change; 0 = it was there when the following began. */
  at: number;
}

/** A distinct id is new, or belongs to another person now. */
export interface DistinctIdEntry extends Changed {
  kind: "distinct-id";
  id: number;
  /** Null = it is gone, and so are its events. */
  now: {
    distinctId: string;
    /** Number of the person; null = no person claims it. */
    personId: number | null;
    /** An actor of its own while no person claims it. */
    isPersonless: boolean;
  } | null;
}

/** A person. */
export interface PersonEntry extends Changed {
  kind: "person";
  id: number;
  /** Null = it is gone: deleted, or merged into another. */
  now: {
    uuid: string;
    /** JSON text, as stored. */
    properties: string;
    isIdentified: boolean;
    createdMs: number;
  } | null;
}

/** A group. */
export interface GroupEntry extends Changed {
  kind: "group";
  id: number;
  now: {
    groupTypeIndex: number;
    key: string;
    /** JSON text, as stored. */
    properties: string;
    createdMs: number;
  } | null;
}

/** A person is, or is no longer, a member of a cohort that is kept as a list (`port/cohort.ts`). */
export interface MemberEntry extends Changed {
  kind: "member";
  cohortId: number;
  personId: number;
  isMember: boolean;
}
