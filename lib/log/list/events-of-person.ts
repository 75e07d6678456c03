import { nextTurn } from "../../base/platform.ts";
import type { Context } from "../context.ts";
import type { ProjectRef } from "../../events/project-ref.ts";
import { checkEvent, ofProject, sumsOf } from "../event-sums.ts";
import { damagedEvent } from "../damaged-event.ts";
import { elementsOf, propertiesOf, receivedAtOf, uuidOf } from "../event-texts.ts";
import { eventAt } from "../event-rows.ts";
import { sound } from "../../storage/index.ts";
import type { SummedEvent } from "../event-sums.ts";
import { eventIndex } from "./event-index.ts";
import type { StoredEvent } from "./event-row.ts";

/** An event of a person as stored, with its time and distinct id. */
export interface PersonEvent extends StoredEvent, SummedEvent {}

export interface EventsOfPerson {
  /** Epoch ms of the first event at or after `fromMs`; null = none. */
  earliest(fromMs: number): number | null;
  /**
   * Reads the events in the order of arrival, with turns of the event loop in between, without events that arrive
   * meanwhile.
   * @throws corrupt for a damaged event
   */
  read(): AsyncGenerator<PersonEvent[], void>;
}

/** Events read between two turns of the event loop: about 10 ms. */
const CHUNK = 1000;

/** Finds the events of the distinct ids that a person has now. */
export async function eventsOfPerson(
  { db }: Pick<Context, "db">,
  project: ProjectRef,
  personId: number,
): Promise<EventsOfPerson> {
  // Index event_index_by_distinct_id.
  const ofPerson = `FROM ${await eventIndex({ db })} WHERE distinct_id_id IN (SELECT id FROM distinct_ids WHERE person_id = ?)`;
  const seqs = db.sql<number>(`SELECT seq ${ofPerson} ORDER BY seq`).pluck().all(personId);
  return {
    earliest: (fromMs) =>
      db.sql(`SELECT min(timestamp) ${ofPerson} AND timestamp >= ?`).pluck().get(personId, fromMs) as number | null,
    async *read() {
      for (let start = 0; start < seqs.length; start += CHUNK) {
        const part = seqs.slice(start, start + CHUNK);
        yield part.flatMap((seq) => readEvent(db, project, seq));
        await nextTurn();
      }
    },
  };
}

/** Nothing when it was deleted meanwhile. */
function readEvent(db: Context["db"], { id: projectId }: ProjectRef, seq: number): PersonEvent[] {
  const row = db
    .sql(
      `SELECT e.seq, ${uuidOf("e")} AS uuid, ${sound("event_names", "n", "name")} AS event,
         ${sound("distinct_ids", "d", "distinct_id")} AS distinct_id, e.timestamp, ${propertiesOf("e")} AS properties, ${elementsOf("e")} AS elements, d.person_id,
         ${receivedAtOf("e")} AS received_at, ${sumsOf("e")}
       FROM ${eventAt("@seq")} e LEFT JOIN event_names n ON n.id = e.event_name_id LEFT JOIN distinct_ids d ON d.id = e.distinct_id_id
       WHERE ${ofProject("e")}`,
    )
    .get({ seq, projectId }) as (PersonEvent & { event: string | null; distinct_id: string | null }) | undefined;
  if (row === undefined) return [];
  checkEvent(db, row);
  if (row.event === null || row.distinct_id === null) throw damagedEvent(db, seq);
  return [row];
}
