import * as v from "valibot";
import { envelope } from "./envelope.ts";
import { Id, Instant, Properties, Uuid } from "../../base/answer-scalars.ts";

export const IngestionWarning = v.pipe(
  v.object({
    id: Id,
    type: v.string(),
    distinct_id: v.nullable(v.string()),
    event_uuid: v.nullable(Uuid),
    details: Properties,
    timestamp: Instant,
    message: v.nullable(v.string()),
  }),
  v.examples([
    {
      id: 1,
      type: "ignored_invalid_timestamp",
      distinct_id: "mira@example.org",
      event_uuid: "018f2a77-c0d1-7b5e-8c9a-1f221b525634",
      details: { field: "timestamp", value: "yesterday" },
      timestamp: "2024-03-01T08:15:31Z",
      message: "The timestamp could not be read, so the time of arrival was taken.",
    },
  ]),
);

export const IngestionWarningList = envelope(IngestionWarning);
