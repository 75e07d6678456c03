import { suite } from "uvu";
import * as assert from "uvu/assert";
import { findRequest } from "../../../../../../adapters/ui/page/views/events/find-request.ts";
import type { SeenRequest } from "../../../../../../adapters/explain/show-request.ts";
import type { EventRecord } from "../../../../../../lib/index.ts";

const UUID = "01a1ff22-d777-7469-9504-98b86e11bec2";
const EVENT = {
  uuid: UUID,
  event: "paid",
  distinct_id: "7",
  created_at: "2026-03-01T10:00:05.000Z",
} as EventRecord;

function request(id: number, second: number, fields: { uuid?: unknown; distinct_id?: unknown; status?: number } = {}) {
  const { uuid = null, distinct_id = "7", status = 200 } = fields;
  const at = `2026-03-01T10:00:${String(second).padStart(2, "0")}.000Z`;
  return { id, received_at: at, status, events: [{ event: "paid", distinct_id, uuid }] } as SeenRequest;
}

const finding = suite("findRequest");

finding("the request that sent the uuid, in whatever letters", () => {
  const requests = [request(3, 5), request(2, 4, { uuid: UUID.toUpperCase() })];
  assert.is(findRequest(EVENT, requests)?.id, 2);
});

finding(
  "else the nearest in time that brought an event of this name and distinct id, which may be sent as a number",
  () => {
    const requests = [
      request(4, 12),
      request(3, 6, { distinct_id: 7 }),
      request(2, 1),
      request(1, 5, { distinct_id: "8" }),
    ];
    assert.is(findRequest(EVENT, requests)?.id, 3);
  },
);

finding("none that was refused, that had another uuid, that cannot be read or that came at another time", () => {
  const unreadable: SeenRequest = { ...request(4, 5), events: null };
  const others = [request(1, 5, { status: 401 }), request(2, 5, { uuid: "another" }), request(3, 40), unreadable];
  assert.is(findRequest(EVENT, others), undefined);
});

finding.run();
