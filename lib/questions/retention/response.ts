import * as v from "valibot";
import { Count } from "../../base/answer-scalars.ts";
import { ENVELOPE, envelopeEntries } from "../shared/answer-response.ts";

const Period = v.object({
  values: v.array(v.object({ count: Count, people: v.array(v.unknown()), people_url: v.exactOptional(v.string()) })),
  label: v.string(),
  date: v.exactOptional(v.string()),
});

/** The answer to a retention. */
export const RetentionResponse = v.pipe(
  v.object({ result: v.array(Period), ...envelopeEntries }),
  v.examples([
    {
      result: [
        {
          values: [
            { count: 12, people: [] },
            { count: 5, people: [] },
          ],
          label: "Day 0",
          date: "2024-05-01T00:00:00Z",
        },
      ],
      ...ENVELOPE,
    },
  ]),
);
