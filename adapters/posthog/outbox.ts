import { requireHoglet } from "../../lib/base/call-faults.ts";
import type { Hoglet, JsonValue } from "../../lib/index.ts";
import type { Wait } from "./back-off.ts";

/** Events that were not sent, with the reason. */
export type Drop = {
  /** `age`: older than `maxAgeMs`; `bytes`: beyond `maxBytes` of waiting events. */
  reason: "age" | "bytes";
  events: number;
  bytes: number;
  /** Arrival of the first and the last of these events; ISO text. */
  first_created_at: string;
  last_created_at: string;
  /** ISO text. */
  dropped_at: string;
};

/** The last failure. */
export type Trouble = {
  /** ISO text. */
  at: string;
  /** Null = no answer came. */
  status: number | null;
  message: string;
};

/** The progress of an outbox; the form on disk. */
export type Progress = {
  host: string;
  /** All events up to this place in the log are settled. */
  seq: number;
  delivered: number;
  /** Excluded by `filter` or `transform`. */
  filtered: number;
  /** Arrived while consent was off. */
  withheld: number;
  dropped_events: number;
  dropped_bytes: number;
  /** The newest drops, oldest first. */
  drops: Drop[];
  wait: Wait | null;
  /** A single event that the upstream refused, and the number of refusals. */
  refusals: { seq: number; count: number } | null;
  is_denied: boolean;
  trouble: Trouble | null;
  /** ISO text; null = never. */
  delivered_at: string | null;
};

/** The consent switch; the form on disk. */
export type Consent = {
  given: boolean;
  /** Ranges that must never leave: after the first place, up to the second (null = still growing). */
  withheld: [number, number | null][];
};

/** An event that the upstream did not accept. */
export type Aside = {
  seq: number;
  uuid: string;
  event: string;
  reason: string;
  /** ISO text. */
  set_aside_at: string;
};

/** Events set aside that are remembered; the oldest entries go (their events stay in the log). More cost disk space. */
const MAX_ASIDE = 1000;
const MAX_DROPS = 100;

const PREFIX = "outbox/";

/** An outbox in the database. */
export interface Outbox {
  progress(): Promise<Progress>;
  /**
   * Stores `progress` unless another process has moved on: then that process's progress stays, and this returns false.
   */
  advance(from: number, change: (progress: Progress) => Progress): Promise<boolean>;
  consent(): Promise<Consent>;
  changeConsent(change: (consent: Consent) => Consent): Promise<Consent>;
  asides(): Promise<Aside[]>;
  setAside(aside: Aside): Promise<void>;
  removeAside(seq: number): Promise<void>;
  /** Drops the progress; consent stays. */
  restart(): Promise<void>;
}

export interface OutboxName {
  host: string;
  name: string;
  project?: number | undefined;
}

type NoteStore = Pick<Hoglet, "notes">;

/** Writes nothing before there is data to keep. @param first the consent of a new outbox */
export function openOutbox({ notes }: NoteStore, { host, name, project }: OutboxName, first: Consent): Outbox {
  const place = project === undefined ? {} : { project };
  const noteOf = (what: string) => `${PREFIX}${name}/${what}`;
  // Equally long, so that names sort in the order of the log.
  const asideNote = (seq: number) => noteOf(`aside/${String(seq).padStart(16, "0")}`);
  const asides = async () => (await notes.list(noteOf("aside/"), place)).map(({ value }) => value as unknown as Aside);
  return {
    progress: async () => toProgress(await notes.get(noteOf("progress"), place), host),
    async advance(from, change) {
      let isOurs = false;
      await notes.update(
        noteOf("progress"),
        (value) => {
          const stored = toProgress(value, host);
          isOurs = stored.seq === from;
          if (!isOurs) return value;
          const next = change(stored);
          return { ...next, host, drops: next.drops.slice(-MAX_DROPS) };
        },
        place,
      );
      return isOurs;
    },
    consent: async () => toConsent(await notes.get(noteOf("consent"), place), first),
    async changeConsent(change) {
      const value = await notes.update(noteOf("consent"), (stored) => change(toConsent(stored, first)), place);
      return toConsent(value, first);
    },
    asides,
    async setAside(aside) {
      await notes.set(asideNote(aside.seq), aside, place);
      for (const { seq } of (await asides()).slice(0, -MAX_ASIDE)) await notes.delete(asideNote(seq), place);
    },
    removeAside: (seq) => notes.delete(asideNote(seq), place),
    async restart() {
      await notes.delete(noteOf("progress"), place);
      for (const { seq } of await asides()) await notes.delete(asideNote(seq), place);
    },
  };
}

/** The outboxes of a project with data, by name. */
export async function listOutboxes(hoglet: NoteStore, project?: number): Promise<string[]> {
  requireHoglet("listOutboxes", hoglet, "notes");
  const found = await hoglet.notes.list(PREFIX, project === undefined ? {} : { project });
  const names = found.map(({ name }) => name.slice(PREFIX.length, name.indexOf("/", PREFIX.length)));
  return [...new Set(names)];
}

function toProgress(value: JsonValue, host: string): Progress {
  const none: Progress = {
    host,
    seq: 0,
    delivered: 0,
    filtered: 0,
    withheld: 0,
    dropped_events: 0,
    dropped_bytes: 0,
    drops: [],
    wait: null,
    refusals: null,
    is_denied: false,
    trouble: null,
    delivered_at: null,
  };
  return { ...none, ...(value as Partial<Progress> | null) };
}

function toConsent(value: JsonValue, first: Consent): Consent {
  return (value as Consent | null) ?? first;
}
