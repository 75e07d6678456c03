import type { Test } from "uvu";
import * as assert from "uvu/assert";
import type { HogletOptions } from "../../lib/handle/options.ts";
import { whenAll } from "./rounds.ts";
import { openWorld, WAYS } from "./world.ts";
import type { Sent, StoredEvent, StoredPerson, Way, World } from "./world.ts";

/** A row of a capture table: the stored state before, the request, and the stored state afterwards. */
export interface CaptureCase {
  /** Number in fixtures/cases/capture.md. */
  case: string;
  /** A sentence for a case whose number is not clear enough. */
  says?: string;
  options?: HogletOptions;
  /** @default 1 */
  project?: number;
  /** Sent first, each event in its own request. */
  given?: readonly Sent[];
  /** Sent as one request. */
  when: readonly Sent[];
  /**
   * Persons by distinct id; null = no person. Only the named fields are compared. `properties` must match whole, except
   * `$creator_event_uuid`.
   */
  persons: Readonly<Record<string, Partial<StoredPerson> | null>>;
  /** How many persons the project has then. */
  count?: number;
  /** Types of all warnings, those of `given` included. @default none */
  warnings?: readonly string[];
  /** All events that `when` leaves in the log; only the named fields of each are compared. @default an event for each sent event */
  events?: readonly Partial<StoredEvent>[];
}

/** Runs every row in each way that events come; in the quick run every second row in one way, the others in the other. */
export function testCases(
  suite: Test,
  rows: readonly CaptureCase[],
  check?: (world: World, row: CaptureCase) => void,
): void {
  for (const [place, row] of rows.entries()) {
    for (const [index, way] of WAYS.entries()) {
      const define = place % WAYS.length === index ? suite : whenAll(suite);
      define(`${row.case}${row.says === undefined ? "" : ` ${row.says}`} (${way})`, async () => {
        const world = openWorld(row.options);
        await run(world, row, way);
        check?.(world, row);
        world.close();
      });
    }
  }
}

async function run(world: World, row: CaptureCase, way: Way): Promise<void> {
  const { project = 1 } = row;
  for (const event of row.given ?? []) await world.capture(event, { project, way });
  const seen = world.events(project).length;
  await world.capture(row.when, { project, way });

  for (const [distinctId, expected] of Object.entries(row.persons)) {
    expectPerson(world.person(distinctId, project), expected, distinctId);
  }
  if (row.count !== undefined) assert.is(world.persons(project).length, row.count, "number of persons");
  assert.equal(
    world.warnings(project).map((warning) => warning.type),
    row.warnings ?? [],
  );
  const stored = world.events(project).slice(seen);
  const events = row.events ?? row.when.map(({ event, distinct_id }) => ({ event, distinct_id }));
  assert.is(stored.length, events.length, "number of events");
  for (const [index, event] of events.entries()) expectFields(stored[index], event, `event ${index}`);
}

/** Compares the named fields of a person; `$creator_event_uuid` is left out of its properties. */
export function expectPerson(
  found: StoredPerson | null,
  expected: Partial<StoredPerson> | null,
  distinctId: string,
): void {
  if (expected === null || found === null) {
    assert.is(found, expected, `person of ${distinctId}`);
    return;
  }
  const { $creator_event_uuid: _, ...properties } = found.properties;
  expectFields({ ...found, properties }, expected, `person of ${distinctId}`);
}

function expectFields<T extends object>(found: T | undefined, expected: Partial<T>, what: string): void {
  for (const key of Object.keys(expected) as (keyof T)[]) {
    assert.equal(found?.[key], expected[key], `${String(key)} of ${what}`);
  }
}

/** An event that only sets properties; it creates the person of a case. */
export function set(distinctId: string, properties: Record<string, unknown>, more: Partial<Sent> = {}): Sent {
  return { event: "$set", distinct_id: distinctId, $set: properties, ...more };
}

/** `$identify` of `target`, with `other` as the anonymous id. */
export function identify(target: string, other: unknown, more: Partial<Sent> = {}): Sent {
  const { properties, ...rest } = more;
  return {
    event: "$identify",
    distinct_id: target,
    properties: { $anon_distinct_id: other, ...properties },
    ...rest,
  };
}

/** `$create_alias`: `other` becomes another name of `target`. */
export function alias(target: string, other: unknown): Sent {
  return { event: "$create_alias", distinct_id: target, properties: { alias: other } };
}

/** An event without person data. */
export function ping(distinctId: string, more: Partial<Sent> = {}): Sent {
  return { event: "ping", distinct_id: distinctId, ...more };
}
