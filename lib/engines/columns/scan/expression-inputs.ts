import type { ExpressionColumn, ExpressionInput } from "../../../events/expression-context.ts";
import { internal } from "../../../base/errors.ts";
import { elementsChainOf } from "../../../events/elements/index.ts";
import { compileFilter, propertyText, storedValue } from "../../../events/filters/index.ts";
import type { CohortFilter, Json } from "../../../events/filters/index.ts";
import type { SessionKey } from "../../../events/sessions/index.ts";
import { damagedEvent, walkRange } from "../../../log/index.ts";
import { Interned } from "../entities/interned.ts";
import { BLOCK_SIZE } from "../log/segment.ts";
import type { Segment } from "../log/segment.ts";
import type { Execution } from "../execution.ts";
import { byCode } from "./by-code.ts";
import { compileMetadata } from "./metadata.ts";
import { NO_VALUES, pair } from "./numbered.ts";
import type { Numbered } from "./numbered.ts";
import { compileTable } from "./value-table.ts";
import { idsByCode } from "../kernels/entity-ids.ts";

export type Reading = Numbered<unknown>;

/** A number for each combination of values that an expression reads. */
export function readInputs(inputs: readonly ExpressionInput[], execution: Execution): Reading {
  const [first = NO_VALUES, ...others] = inputs.map((input) => toReading(input, execution));
  return others.reduce(pair, first);
}

function toReading(input: ExpressionInput, execution: Execution): Reading {
  switch (input.of) {
    case "event":
      return ofColumn(input.key, (value) => value);
    case "group":
      return ofColumn(`$group_${input.groupTypeIndex}`, (value) =>
        storedValue(execution.groupProperties(input.groupTypeIndex, propertyText(value)), input.key),
      );
    case "person":
      return ofPersons(input.key, execution);
    case "session":
      return ofSessions(input.key, execution);
    case "cohort":
      return ofCohort(input.filter, execution);
    case "column":
      return toColumnReading(input.key, execution);
  }
}

/** JSON tells types apart. */
function ofColumn(key: string, toValue: (value: Json | undefined) => Json | undefined): Reading {
  const known = new Interned<string>();
  return {
    ...byCode(key, (value) => known.numberOf(JSON.stringify(toValue(value)) ?? "")),
    limit: () => known.size,
    valuesOf: (number) => [parseKnown(known.values[number]!)],
  };
}

function parseKnown(text: string): unknown {
  return text === "" ? undefined : (JSON.parse(text) as unknown);
}

function ofPersons(key: string, { people, personColumn }: Execution): Reading {
  let column: ReturnType<typeof personColumn> | undefined;
  return {
    of(segment, start, end) {
      column ??= personColumn(key);
      const { codes } = column;
      const actors = segment.actors(people, start, end);
      const numbers = new Uint32Array(end - start);
      for (let row = start; row < end; row++) {
        const actor = actors[row]!;
        // Actors without a person count as a person without properties.
        numbers[row - start] = actor > 0 && actor < people.personLimit && actor < codes.length ? codes[actor]! : 0;
      }
      return numbers;
    },
    limit: () => column?.values.length ?? 0,
    valuesOf: (number) => [column?.values[number]],
  };
}

/** JSON tells types apart. */
function ofSessions(key: SessionKey, execution: Execution): Reading {
  const known = new Interned<string>();
  const numberOf = (value: unknown) => known.numberOf(JSON.stringify(value) ?? "");
  let table: Uint32Array | undefined;
  const read = () => {
    if (key === "$session_duration")
      return Uint32Array.from(execution.sessionSeconds(), (seconds) =>
        numberOf(Number.isNaN(seconds) ? undefined : seconds),
      );
    const sessions = execution.sessionTable();
    return Uint32Array.from({ length: sessions.limit }, (_, session) =>
      numberOf(sessions.has(session) ? sessions.value(session, key) : undefined),
    );
  };
  return {
    of(segment, start, end) {
      const numbers = (table ??= read());
      const none = numberOf(undefined);
      return execution.sessions.of(segment, start, end).map((session) => numbers[session] ?? none);
    },
    limit: () => known.size,
    valuesOf: (number) => [parseKnown(known.values[number]!)],
  };
}

/** 1 = the person is in the cohort. */
function ofCohort(filter: CohortFilter | undefined, execution: Execution): Reading {
  if (filter === undefined) throw internal(new Error("The plan does not say which cohort its expression names."));
  const isMember = compileFilter(filter, execution.cohorts);
  const table = new Uint32Array(execution.people.actorLimit);
  execution.eachPerson((actor, person) => {
    table[actor] = Number(isMember({ properties: {}, groupProperties: () => ({}), ...person }));
  });
  return {
    of(segment, start, end) {
      // An expression may be opened again during reading.
      execution.showPersons();
      return idsByCode(segment.actors(execution.people, start, end), table, start, end);
    },
    limit: () => 2,
    valuesOf: (number) => [number],
  };
}

function toColumnReading(key: ExpressionColumn, execution: Execution): Reading {
  const known = new Interned<string | number | null>();
  const numberOf = (value: string | number | null) => known.numberOf(value);
  const values = { limit: () => known.size, valuesOf: (number: number) => [known.values[number]] };
  switch (key) {
    case "person_created_at":
      return { ...values, of: ofCreation(execution, numberOf) };
    case "uuid":
    case "created_at":
      return { ...values, of: ofArrivals(key, execution, numberOf) };
    case "elements_chain": {
      const tableOf = compileTable(Uint32Array, (stored) => numberOf(elementsChainOf(stored as string | undefined)));
      return {
        ...values,
        of(segment, start, end) {
          const column = segment.elements();
          return idsByCode(column.codes, tableOf(column), start, end);
        },
      };
    }
    case "timestamp":
      return {
        ...values,
        of(segment, start, end) {
          const { times } = segment.core();
          return Uint32Array.from({ length: end - start }, (_, row) => numberOf(segment.minMs + times[start + row]!));
        },
      };
    case "event":
    case "distinct_id":
    case "person_id":
      return { ...values, of: compileMetadata(key, execution, numberOf) };
  }
}

/** Reads times of arrival from the log, a segment at once, since no column holds them. */
function ofArrivals(
  key: "uuid" | "created_at",
  { db, projectId }: Execution,
  numberOf: (value: string | number) => number,
): Reading["of"] {
  let last: { segment: Segment; byPlace: Map<number, string | number> } | undefined;
  return (segment, start, end) => {
    const { firstSeq } = segment;
    if (last?.segment !== segment) {
      const range = { projectId, firstSeq, lastSeq: firstSeq + BLOCK_SIZE - 1 };
      const byPlace = new Map<number, string | number>();
      for (const { seq, value } of walkRange(db, range).origins(key)) {
        if (value === null) throw damagedEvent(db, seq, new RangeError("Its uuid or its time of arrival is lost."));
        byPlace.set(seq - firstSeq, value);
      }
      last = { segment, byPlace };
    }
    const { byPlace } = last;
    return Uint32Array.from(segment.seqs().subarray(start, end), (place) => numberOf(byPlace.get(place) ?? ""));
  };
}

/** The time at which the person of each row was created; null = the row has no person. */
function ofCreation(execution: Execution, numberOf: (ms: number | null) => number): Reading["of"] {
  const { people } = execution;
  let created: Float64Array | undefined;
  return (segment, start, end) => {
    created ??= execution.createdMs();
    const times = created;
    const actors = segment.actors(people, start, end);
    return Uint32Array.from({ length: end - start }, (_, row) => {
      const actor = actors[start + row]!;
      return numberOf(actor > 0 && actor < people.personLimit ? times[actor]! : null);
    });
  };
}
