import type { EventRecord } from "../../../../../lib/index.ts";
import type { SeenRequest } from "../../../../explain/show-request.ts";

/**
 * The request of an event: by the uuid that the client sent; if the server made the uuid, by name and distinct id, the
 * request nearest to the event's arrival. Undefined = none of these.
 */
export function findRequest(event: EventRecord, requests: readonly SeenRequest[]): SeenRequest | undefined {
  const byUuid = requests.find(({ events }) => events?.some(({ uuid }) => isSameUuid(uuid, event.uuid)));
  if (byUuid !== undefined) return byUuid;
  const arrivedMs = Date.parse(event.created_at);
  const awayMs = ({ received_at: at }: SeenRequest) => Math.abs(Date.parse(at) - arrivedMs);
  return requests
    .filter(({ status, events }) => status < 400 && events?.some((sent) => isLike(sent, event)))
    .toSorted((left, right) => awayMs(left) - awayMs(right))
    .find((request) => awayMs(request) <= NEAR_MS);
}

/**
 * Longest time in ms between the arrival of a request and its events: reading it, and waiting for others of its group.
 */
const NEAR_MS = 10_000;

function isSameUuid(sent: unknown, uuid: string): boolean {
  return typeof sent === "string" && sent.toLowerCase() === uuid;
}

function isLike(sent: { event: unknown; distinct_id: unknown; uuid: unknown }, { event, distinct_id }: EventRecord) {
  return sent.event === event && String(sent.distinct_id) === distinct_id && typeof sent.uuid !== "string";
}
