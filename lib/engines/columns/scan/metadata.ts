import { toIso } from "../../../base/clock.ts";
import { personUuid } from "../../../base/ids.ts";
import type { MetadataKey } from "../../../events/filters/index.ts";
import { sound } from "../../../storage/index.ts";
import type { Execution } from "../execution.ts";
import type { Segment } from "../log/segment.ts";

/**
 * Numbers each row's value; `numberOf` is called once for each name, distinct id, person or instant. Null = the event
 * has no value.
 */
export function compileMetadata(
  key: MetadataKey,
  execution: Execution,
  numberOf: (value: string | null) => number,
): (segment: Segment, start: number, end: number) => Uint32Array {
  const known = new Map<number, number>();
  const numberOnce = (id: number, toValue: (id: number) => string | null) => {
    const number = known.get(id) ?? numberOf(toValue(id));
    known.set(id, number);
    return number;
  };
  switch (key) {
    case "event":
      return (segment, start, end) => {
        const numbers = new Uint32Array(end - start);
        for (const run of segment.runs) {
          const [from, until] = [Math.max(run.start, start), Math.min(run.end, end)];
          if (from < until) numbers.fill(numberOnce(run.eventNameId, execution.nameOf), from - start, until - start);
        }
        return numbers;
      };
    case "distinct_id":
    case "person_id": {
      const toValue = key === "distinct_id" ? execution.distinctId : personIds(execution);
      return (segment, start, end) =>
        segment
          .core()
          .ids.slice(start, end)
          .map((id) => numberOnce(id, toValue));
    }
    case "timestamp":
      return (segment, start, end) => {
        const { times } = segment.core();
        return Uint32Array.from({ length: end - start }, (_, row) =>
          numberOnce(segment.minMs + times[start + row]!, toIso),
        );
      };
  }
}

/** The current UUID of a distinct id's person; null = nobody claims it. */
function personIds({ db, projectId, people, distinctId }: Execution): (ordinal: number) => string | null {
  const uuidOf = db.sql<string>(`SELECT ${sound("persons", "p", "uuid")} FROM persons p WHERE id = ?`).pluck();
  return (ordinal) => {
    const actor = people.actors[ordinal] ?? 0;
    if (actor === 0) return null;
    if (actor >= people.personLimit) return personUuid(projectId, distinctId(ordinal));
    return uuidOf.get(actor) ?? null;
  };
}
