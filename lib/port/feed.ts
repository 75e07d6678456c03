/**
 * The changes of the database in the order of arrival, for engines with their own copy. A *follower* reads the feed
 * from its mark, stores the entries together with the new mark, and goes on from there.
 *
 * - **Order.** Events come in order of `seq`, changes in order of `at`. A change comes after the events that existed
 *   when it was made.
 * - **A change holds the row of now**, or `null` once the row is gone, never an earlier state. A row that changes twice
 *   before it is read comes once, at the place of its last change. It may be newer than its place: apply it by its key,
 *   and keep the entry with the greatest `at`.
 * - **Exactly once.** A mark covers all entries before it. A follower that stores entries and mark together gets each
 *   entry once. Another reads again from its stored mark, and gets the same keys with the same or a greater `at`.
 * - **Nothing is lost.** Changes are kept from `follow` on until each follower has confirmed them; a follower that will
 *   not return has to `unfollow`. Without a follower nothing is kept, and capture does no work for the feed.
 * - **Erased data do not wait in the feed**: it keeps only keys.
 *
 * Numbers of distinct ids, persons, groups and cohorts are never used again: they are permanent keys.
 */
export interface Feed {
  /**
   * Begins to keep changes. A new follower starts with the whole state; a known one continues.
   * @returns the mark that the follower confirmed last
   */
  follow(name: string): Promise<Mark>;
  /**
   * Claims the right to follow, which one process has at a time: two would store the same entries twice. The claim of a
   * process that ends is free at once, or after a minute if it ran on another machine or still exists.
   * @returns null = another process has it: ask again later
   */
  claim(name: string): Promise<Claim | null>;
  /** Entries after a mark, at one moment of the database. */
  read(after: Mark, options?: FeedOptions): Promise<FeedBatch>;
  /**
   * The follower has durably stored all entries up to the mark: the feed drops them. Renews the claim.
   * @throws HogletError 503 `lease_lost` when another process has the claim by now
   */
  confirm(name: string, mark: Mark): Promise<void>;
  /** Removes a follower and its mark. Unknown names are ignored. */
  unfollow(name: string): Promise<void>;
  /** The newest acknowledged write's mark: a follower there sees every acknowledged write. */
  newest(): Promise<Mark>;
  /** The part of everything before a mark, 0 to 1, by numbers of rows. */
  progress(mark: Mark): Promise<number>;
}

/** The right of a process to follow. */
export interface Claim {
  /**
   * The process is alive: at least every 30 seconds, and before it stores entries.
   * @throws HogletError 503 `lease_lost` when another process has the claim by now
   */
  renew(): Promise<void>;
  /** Gives it back. */
  release(): Promise<void>;
}

/** A place in the feed. Plain data: it may be stored as JSON. */
export interface Mark {
  /** All events up to this `seq` were read. */
  events: number;
  /** All changes up to this `at` were read. */
  changes: number;
  /** The place in the initial state; absent = that was read. */
  start?: StartMark;
  /**
   * The follower's own text, such as its copy's name: kept with the confirmed mark, and in marks read after this one.
   */
  note?: string;
}

/** A place in the initial state: the rows that existed when the following began. */
export interface StartMark {
  kind: StateEntry["kind"];
  /** Rows up to this number (a pair, for a membership) were read. */
  after: readonly [number, number];
}

export interface FeedOptions {
  /** Most entries. @default 1000, which takes about 10 ms */
  limit?: number;
  /** Bytes of texts after which no entry is added; the first is read whatever its size. @default 4 MiB */
  limitBytes?: number;
  /** The end of the read, for reading a batch again that may have been stored. @default the newest entry */
  until?: Mark;
}

export interface FeedBatch {
  entries: FeedEntry[];
  /** Continue from here. */
  mark: Mark;
  /** True = no entry is left: a follower that has applied all entries has the state of the database at the time of this batch. */
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
  /** Number of its distinct id, whose entry names the person. */
  distinctId: number;
  timestampMs: number;
  receivedMs: number;
  /** JSON text, as stored. */
  properties: string;
  /** Elements of autocapture as stored: a JSON list, or the text of `$elements_chain`; null = none. */
  elements: string | null;
}

/** An event was deleted, maybe before the follower saw it. */
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
  /** Grows with each change; 0 = the row existed when the following began. */
  at: number;
}

/** A distinct id is new, or belongs to another person now. */
export interface DistinctIdEntry extends Changed {
  kind: "distinct-id";
  id: number;
  /** Null = the distinct id was deleted, with its events. */
  now: {
    distinctId: string;
    /** Number of the person; null = no person has the distinct id. */
    personId: number | null;
    /** Is it an actor itself while no person has it? */
    isPersonless: boolean;
  } | null;
}

export interface PersonEntry extends Changed {
  kind: "person";
  id: number;
  /** Null = the person was deleted, or merged into another person. */
  now: {
    uuid: string;
    /** JSON text, as stored. */
    properties: string;
    isIdentified: boolean;
    createdMs: number;
  } | null;
}

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

/** A person joined or left a cohort that is kept as a list (`port/cohort.ts`). */
export interface MemberEntry extends Changed {
  kind: "member";
  cohortId: number;
  personId: number;
  isMember: boolean;
}
