import type { HttpRequest } from "../../lib/index.ts";
import { timeOf, withEvents } from "./late-events.ts";

/** Ms between an event's uuid and its time: a client makes both when it captures. */
const SAME_MOMENT_MS = 1000;

/**
 * Gives the test's time to events that have the client's own, which runs while the test's clock stands: by their
 * distance to the time of sending they would lie some milliseconds back, a later one before an earlier one. A time that
 * a test gave an event stays, and so does a body without events of now.
 */
export function atTestTime(request: HttpRequest, content: unknown, events: readonly Event[]): HttpRequest {
  if (!events.some(isOfNow)) return request;
  const sentAt = request.headers["posthog-request-timestamp"];
  return withEvents(
    request,
    content,
    events.map((event) => (isOfNow(event) ? stamp(event, sentAt) : event)),
  );
}

type Event = Record<string, unknown>;

function isOfNow({ timestamp, uuid }: Event): boolean {
  const ms = typeof timestamp === "string" ? Date.parse(timestamp) : Number.NaN;
  return Math.abs(ms - (timeOf(uuid) ?? Number.NaN)) <= SAME_MOMENT_MS;
}

/**
 * @param sentAt of the newer protocol, where the time of sending is now; in the older one an event without a time is of
 * now.
 */
function stamp(event: Event, sentAt: string | undefined): Event {
  const { timestamp: _, offset: __, ...rest } = event;
  return sentAt === undefined ? rest : { ...rest, timestamp: sentAt };
}
