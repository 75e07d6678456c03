import * as v from "valibot";
import { Properties } from "../../base/answer-scalars.ts";
import { comparedEntries, ENVELOPE, envelopeEntries, lineEntries, PersonLinks } from "../shared/answer-response.ts";

const Series = v.object({
  action: Properties,
  ...lineEntries,
  days: v.array(v.number()),
  ...comparedEntries,
  persons_urls: PersonLinks,
  filter: Properties,
});

/** The answer to a stickiness. */
export const StickinessResponse = v.pipe(
  v.object({ result: v.array(Series), ...envelopeEntries }),
  v.examples([
    {
      result: [
        {
          action: { id: "opened", type: "events", order: 0, name: "opened" },
          label: "opened",
          count: 5,
          data: [3, 2],
          labels: ["1 day", "2 days"],
          days: [1, 2],
          persons_urls: [],
          filter: { insight: "STICKINESS" },
        },
      ],
      ...ENVELOPE,
    },
  ]),
);
