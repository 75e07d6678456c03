import { sleep } from "../../base/platform.ts";
import { toUuidBytes } from "../../base/ids.ts";
import type { Db } from "../../storage/index.ts";
import { compactSteps } from "../compact-events.ts";
import { originSum, textSum } from "../event-sums.ts";
import { newestSeq } from "../newest-seq.ts";
import { storedUuids } from "../uuids/find-event.ts";
import { hashUuid } from "../uuids/uuid-list.ts";
import { createActors } from "./actors.ts";
import { moveStaged } from "./move-staged.ts";
import { createPacker } from "./pack.ts";
import { pendingEvents } from "./pending-events.ts";
import type { PendingEvent } from "./pending-events.ts";
import { openStaging } from "./staging.ts";
import type { Staging } from "./staging.ts";

export interface ImportedEvent {
  uuid: string;
  event: string;
  distinctId: string;
  timestampMs: number;
  isPersonless: boolean;
  /** JSON. */
  properties: string;
  /** JSON; null = none. */
  elements: string | null;
}

/** The events of one import: staged beside the log, then moved into it at once. */
export interface EventImport {
  /** Holds the events, and other lines in the caller's tables. Its `actors` are the events' distinct ids. */
  staging: Staging;
  /** Stages an event, inside a transaction of `staging`. Call it in the order of lines. @param line its number in the file */
  add(event: ImportedEvent, line: number): void;
  /** Writes the chunks compressed by now; call it from time to time. */
  settle(): Promise<void>;
  /** Ends staging: all later methods read the staged tables. */
  flush(): Promise<void>;
  /** Copies the events into the log, inside `write`; skips stored uuids. @returns the number of new events */
  move(nowMs: number): number;
  /** The next staged events after a line; empty = no more. */
  pending(afterLine: number): PendingEvent[];
}

export interface EventImportOptions {
  projectId: number;
  /** Compress texts while staging; only for a move. */
  isPacked: boolean;
  /** SQL of the staged tables of other lines. */
  tables: string;
}

export function openEventImport(db: Db, { projectId, isPacked, tables }: EventImportOptions): EventImport {
  const staging = openStaging(db, tables);
  const actors = createActors(staging);
  const packer = isPacked ? createPacker(staging) : null;
  let count = 0;
  return {
    staging,
    add(event, line) {
      const place = ++count;
      const uuid = toUuidBytes(event.uuid);
      const hash = packer === null ? 0 : hashUuid(uuid);
      // Counted, but a duplicate at the move.
      if (packer?.isRepeated(uuid, hash, line) === true) return;
      const { properties, elements, timestampMs, isPersonless } = event;
      // The move gives the time of arrival.
      packer?.add({ seq: place, uuid, receivedAtMs: 0, properties, elements }, hash, line);
      staging
        .sql(
          `INSERT INTO staging.events (line, uuid, name, actor, timestamp, personless, properties, elements, place, text_sum,
             uuid_sum)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        )
        .run(
          line,
          uuid,
          actors.name(event.event),
          actors.see(event.distinctId, timestampMs, isPersonless),
          timestampMs,
          isPersonless ? 1 : 0,
          packer === null ? properties : "",
          packer === null ? elements : null,
          place,
          packer === null ? textSum(properties, elements) : 0,
          packer === null ? originSum(uuid, 0) : 0,
        );
    },
    settle: async () => packer?.settle(MOST_PACKING),
    async flush() {
      staging.transact(() => actors.flush());
      if (packer === null) return;
      packer.flush();
      await packer.settle(0);
      await compactTail(db);
    },
    move: (nowMs) => moveStaged({ db, projectId, staging }, count, nowMs),
    pending(afterLine) {
      // Sees captures of other connections.
      db.refresh();
      return pendingEvents({ staging, stored: storedUuids(db) }, projectId, afterLine);
    },
  };
}

/** Chunks, about 32 KiB each, that are compressed beside the next lines. */
const MOST_PACKING = 32;

/** Ms before another try while another connection writes. */
const BUSY_PAUSE_MS = 5;

/** Moves all events into chunks first: later compaction begins after the last chunk, which the import will write. */
async function compactTail(db: Db): Promise<void> {
  for (const step of compactSteps(db, { untilSeq: newestSeq(db) })) if (step === "busy") await sleep(BUSY_PAUSE_MS);
}
