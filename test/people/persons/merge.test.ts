import { suite } from "uvu";
import * as assert from "uvu/assert";
import { personUuid } from "../../../lib/base/ids.ts";
import { toMerge } from "../../../lib/people/persons/index.ts";
import { expectPerson, identify, ping, set } from "../../support/capture-case.ts";
import { openWorld } from "../../support/world.ts";
import type { Sent, StoredPerson } from "../../support/world.ts";
import { oneIn, size } from "../../support/rounds.ts";

/**
 * Every cell of the outcome table of reference/capture.md 15.2: the state of each side, the event that asks for the merge,
 * and whether the ids may be merged. The expected outcomes (`expected`) are written from that text.
 */
type Side = "absent" | "personless" | "anonymous" | "identified";
const SIDES: readonly Side[] = ["absent", "personless", "anonymous", "identified"];

const KINDS = ["$identify", "$create_alias", "$merge_dangerously"] as const;

interface Cell {
  kind: (typeof KINDS)[number];
  other: string;
  target: string;
  /** The state of the other side; unused when both ids are equal. */
  otherSide: Side;
  targetSide: Side;
  /** Both ids belong to the same person. */
  isSame: boolean;
  /** Which side's person is the older one. */
  older: "other" | "target";
}

const OLD = "2024-06-01T00:00:00.000Z";
const YOUNG = "2024-06-02T00:00:00.000Z";
const EVENT = "2024-06-03T00:00:00.000Z";

function cells(): Cell[] {
  const found: Cell[] = [];
  for (const kind of KINDS) {
    for (const older of ["other", "target"] as const) {
      for (const otherSide of SIDES) {
        for (const targetSide of SIDES) {
          found.push({ kind, other: "o", target: "t", otherSide, targetSide, isSame: false, older });
        }
      }
    }
    const rest = { kind, isSame: false, older: "other" } as const;
    for (const side of ["anonymous", "identified"] as const) {
      found.push({ ...rest, other: "o", target: "t", otherSide: side, targetSide: side, isSame: true });
    }
    for (const targetSide of SIDES) {
      found.push({ ...rest, other: "t", target: "t", otherSide: targetSide, targetSide });
      for (const otherSide of SIDES.filter((side) => side !== "identified")) {
        found.push({ ...rest, other: "null", target: "t", otherSide, targetSide });
        found.push({ ...rest, other: "o", target: "guest", otherSide: targetSide, targetSide: otherSide });
      }
    }
  }
  return found;
}

/** The requests that bring one side into its state. */
function prepared(id: string, side: Side, timestamp: string): Sent[] {
  const own = set(id, { both: id, [`only_${id}`]: 1 }, { timestamp });
  if (side === "absent") return [];
  if (side === "personless") return [ping(id, { properties: { $process_person_profile: false } })];
  return side === "anonymous" ? [own] : [own, identify(id, `${id}-before`)];
}

function given(cell: Cell): Sent[] {
  const { other, target, older } = cell;
  const [otherAt, targetAt] = older === "other" ? [OLD, YOUNG] : [YOUNG, OLD];
  const before = prepared(target, cell.targetSide, targetAt);
  if (other === target) return before;
  if (!cell.isSame) return [...prepared(other, cell.otherSide, otherAt), ...before];
  // Ids come to one person by a merge, which identifies; an anonymous one has two ids by an import or a split alone.
  return [set(target, { both: target, [`only_${target}`]: 1 }, { timestamp: targetAt }), identify(target, other)];
}

function asked(cell: Cell): Sent {
  return {
    event: cell.kind,
    distinct_id: cell.target,
    timestamp: EVENT,
    properties: {
      [cell.kind === "$identify" ? "$anon_distinct_id" : "alias"]: cell.other,
      $set: { set: 1 },
      $set_once: { both: "event", once: 1 },
      $unset: [`only_${cell.other}`],
    },
  };
}

interface Expected {
  persons: Record<string, Partial<StoredPerson> | null>;
  warning: string | null;
}

function expected(cell: Cell): Expected {
  const { other, target, otherSide, targetSide } = cell;
  const alone = { [target]: targetAlone(cell, false) };
  if (other === target) return { persons: alone, warning: null };
  if (cell.isSame) {
    const person = { ...changed(target, targetSide, [target, other]), is_identified: true, version: 2 };
    return { persons: { [target]: person, [other]: person }, warning: null };
  }
  const kept = { [other]: untouched(other, otherSide, createdAt(cell, "other")) };
  if (other === "null" || target === "guest") {
    return { persons: { ...alone, ...kept }, warning: "cannot_merge_with_illegal_distinct_id" };
  }
  if (isPerson(otherSide) && isPerson(targetSide) && otherSide === "identified" && cell.kind !== "$merge_dangerously") {
    const refused = { [target]: targetAlone(cell, true) };
    return { persons: { ...refused, ...kept }, warning: "cannot_merge_already_identified" };
  }
  const person = { ...joined(cell), is_identified: true };
  return { persons: { [target]: person, [other]: person }, warning: null };
}

/** The one person of both ids. */
function joined(cell: Cell): Partial<StoredPerson> {
  const { other, target, otherSide, targetSide } = cell;
  const ids = [...idsOf(other, otherSide), ...idsOf(target, targetSide)];
  if (!isPerson(otherSide) && !isPerson(targetSide)) {
    const founder = otherSide === "personless" && targetSide === "absent" ? other : target;
    return { ...created(founder), distinct_ids: ids };
  }
  const both = { [`only_${target}`]: 1, set: 1, once: 1 };
  if (!isPerson(otherSide)) {
    return { ...changed(target, targetSide, ids), created_at: createdAt(cell, "target") };
  }
  if (!isPerson(targetSide)) {
    return {
      uuid: personUuid(1, other),
      properties: { both: other, set: 1, once: 1 },
      created_at: createdAt(cell, "other"),
      version: versionOf(otherSide) + 1,
      distinct_ids: ids,
    };
  }
  return {
    uuid: personUuid(1, target),
    properties: { both: target, ...both },
    created_at: OLD,
    version: Math.max(versionOf(otherSide), versionOf(targetSide)) + 1,
    distinct_ids: ids,
  };
}

/** The target's person when nothing was merged. */
function targetAlone(cell: Cell, becomesIdentified: boolean): Partial<StoredPerson> {
  const { other, target, targetSide } = cell;
  if (!isPerson(targetSide)) return { ...created(target), is_identified: false, distinct_ids: [target] };
  const person = changed(target, targetSide, idsOf(target, targetSide));
  const properties = { ...person.properties };
  if (other === target) delete properties[`only_${target}`];
  const isIdentified = targetSide === "identified" || becomesIdentified;
  return { ...person, properties, is_identified: isIdentified, created_at: createdAt(cell, "target") };
}

function created(founder: string): Partial<StoredPerson> {
  return {
    uuid: personUuid(1, founder),
    properties: { both: "event", set: 1, once: 1 },
    created_at: EVENT,
    version: 0,
  };
}

function changed(id: string, side: Side, ids: readonly string[]): Partial<StoredPerson> {
  return {
    uuid: personUuid(1, id),
    properties: { both: id, [`only_${id}`]: 1, set: 1, once: 1 },
    version: versionOf(side) + 1,
    distinct_ids: [...ids],
  };
}

function untouched(id: string, side: Side, createdAtText: string): Partial<StoredPerson> | null {
  if (!isPerson(side)) return null;
  return {
    uuid: personUuid(1, id),
    properties: { both: id, [`only_${id}`]: 1 },
    created_at: createdAtText,
    version: versionOf(side),
    is_identified: side === "identified",
    distinct_ids: idsOf(id, side),
  };
}

function isPerson(side: Side): boolean {
  return side === "anonymous" || side === "identified";
}

function versionOf(side: Side): number {
  return side === "identified" ? 1 : 0;
}

function idsOf(id: string, side: Side): string[] {
  return side === "identified" ? [id, `${id}-before`] : [id];
}

function createdAt({ older }: Cell, side: "other" | "target"): string {
  return older === side ? OLD : YOUNG;
}

const CELLS = cells().filter((_, index) => index % size(4, 1) === 0);

/** The ways in which the requests of a cell reach the database: neither caches nor shared transactions may matter. */
const MODES = ["one by one", "in one batch", "with cold caches"] as const;

const outcomes = suite("merge");

const inMode = oneIn(3, outcomes);

for (const mode of MODES) {
  inMode(`ends as the outcome table says for each of ${CELLS.length} constellations, sent ${mode}`, async () => {
    for (const cell of CELLS) await checkCell(cell, mode);
  });
}

async function checkCell(cell: Cell, mode: (typeof MODES)[number]): Promise<void> {
  const world = openWorld();
  const what = JSON.stringify(cell);
  const sent = [...given(cell), asked(cell)];
  if (cell.isSame && cell.targetSide === "anonymous") await sendToAnonymousPair(cell);
  else if (mode === "in one batch") await world.capture(sent);
  else for (const event of sent) await send(event);

  const { persons, warning } = expected(cell);
  for (const [id, person] of Object.entries(persons)) {
    const sorted =
      person?.distinct_ids === undefined ? person : { ...person, distinct_ids: person.distinct_ids.toSorted() };
    const found = world.person(id);
    expectPerson(found && { ...found, distinct_ids: found.distinct_ids.toSorted() }, sorted, `${id} in ${what}`);
  }
  const count = new Set(Object.keys(persons).flatMap((id) => world.person(id)?.uuid ?? [])).size;
  assert.is(world.persons().length, count, `number of persons in ${what}`);
  assert.equal(
    world.warnings().map(({ type }) => type),
    warning === null ? [] : [warning],
    what,
  );
  assert.is(world.events().length, sent.length, what);
  world.close();

  async function send(event: Sent): Promise<void> {
    if (mode === "with cold caches") world.ctx.db.invalidate();
    await world.capture(event);
  }

  async function sendToAnonymousPair(pair: Cell): Promise<void> {
    for (const event of given(pair)) await send(event);
    world.ctx.db.sql("UPDATE persons SET is_identified = 0").run();
    world.ctx.db.invalidate();
    await send(asked(pair));
  }
}

outcomes("an alias that is no text, as an import can bring one, is its JSON text", () => {
  const alias = { toString: 1, valueOf: 1 };
  assert.is(toMerge("$create_alias", { alias }, "t")?.other, '{"toString":1,"valueOf":1}');
  assert.is(toMerge("$identify", { $anon_distinct_id: null }, "t")?.other, "null");
});

outcomes("an alias that is empty asks for nothing", async () => {
  const world = openWorld();
  for (const kind of ["$create_alias", "$merge_dangerously"]) {
    await world.capture([
      { event: kind, distinct_id: "t", properties: { alias: "" } },
      { event: kind, distinct_id: "t", properties: { alias: null } },
      { event: kind, distinct_id: "t", properties: {} },
    ]);
  }
  expectPerson(world.person("t"), { distinct_ids: ["t"], is_identified: false, version: 0 }, "t");
  assert.equal(world.warnings(), []);
  world.close();
});

outcomes.run();
