import type { EventRecord } from "../../../../../lib/index.ts";
import type { SeenRequest } from "../../../show-request.ts";

/**
 * The request that brought an event: by the uuid that the client sent, else, where the server made it, by name and distinct
 * id, the one that came nearest to when the event arrived. Undefined = none of these.
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

/** Between the arrival of a request and that of its events lies reading it, and waiting for others of its group. */
const NEAR_MS = 10_000;

function isSameUuid(sent: unknown, uuid: string): boolean {
  return typeof sent === "string" && sent.toLowerCase() === uuid;
}

function isLike(sent: { event: unknown; distinct_id: unknown; uuid: unknown }, { event, distinct_id }: EventRecord) {
  return sent.event === event && String(sent.distinct_id) === distinct_id && typeof sent.uuid !== "string";
}
