import { suite } from "uvu";
import * as assert from "uvu/assert";
import { MOST_EVENTS, withArrived, withOlder } from "../../../../../../adapters/ui/page/views/events/newest-events.ts";
import type { EventRecord } from "../../../../../../lib/index.ts";

function events(...uuids: (string | number)[]): EventRecord[] {
  return uuids.map((uuid) => ({ uuid: String(uuid) }) as EventRecord);
}

function ids(list: readonly EventRecord[]): string[] {
  return list.map(({ uuid }) => uuid);
}

const arriving = suite("withArrived");

arriving("puts the last that arrived first", () => {
  assert.equal(ids(withArrived(events("b", "a"), events("c", "d"))), ["d", "c", "b", "a"]);
});

arriving("leaves what is there where it is", () => {
  assert.equal(ids(withArrived(events("b", "a"), events("b", "c"))), ["c", "b", "a"]);
});

arriving("lets the oldest fall out of a full list", () => {
  const full = events(...Array.from({ length: MOST_EVENTS }, (_, index) => index));
  const next = withArrived(full, events("x", "y"));
  assert.equal([next.length, next[0]?.uuid, next.at(-1)?.uuid], [MOST_EVENTS, "y", String(MOST_EVENTS - 3)]);
});

arriving.run();

const older = suite("withOlder");

older("puts what came before at the end, once", () => {
  assert.equal(ids(withOlder(events("d", "c"), events("c", "b", "a"))), ["d", "c", "b", "a"]);
});

older("keeps the newest where there are too many", () => {
  const many = events(...Array.from({ length: MOST_EVENTS + 5 }, (_, index) => index));
  assert.equal(ids(withOlder(events("x"), many)), ["x", ...ids(many)].slice(0, MOST_EVENTS));
});

older.run();
