import * as v from "valibot";
import { Count, Properties } from "../../base/answer-scalars.ts";
import { envelopeEntries } from "../shared/answer-response.ts";

const { timezone: _, ...ownEnvelopeEntries } = envelopeEntries;

/** The answer to a correlation. */
export const CorrelationResponse = v.pipe(
  v.object({
    result: v.object({
      events: v.array(
        v.object({
          event: v.object({ event: v.string(), properties: Properties, elements: v.array(Properties) }),
          success_count: Count,
          success_people_url: v.string(),
          failure_count: Count,
          failure_people_url: v.string(),
          odds_ratio: v.number(),
          correlation_type: v.string(),
        }),
      ),
      skewed: v.boolean(),
    }),
    ...ownEnvelopeEntries,
  }),
  v.examples([
    {
      result: {
        events: [
          {
            event: { event: "watched video", properties: {}, elements: [] },
            success_count: 1,
            success_people_url: "/api/projects/1/persons/funnel/correlation/?funnel_correlation_person_converted=true",
            failure_count: 1,
            failure_people_url: "/api/projects/1/persons/funnel/correlation/?funnel_correlation_person_converted=false",
            odds_ratio: 0.5,
            correlation_type: "failure",
          },
        ],
        skewed: false,
      },
      is_cached: false,
      last_refresh: "2024-05-02T10:00:00Z",
    },
  ]),
);
