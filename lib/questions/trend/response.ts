import * as v from "valibot";
import { Link, Properties } from "../../base/answer-scalars.ts";
import { comparedEntries, ENVELOPE, envelopeEntries, lineEntries, PersonLinks } from "../shared/answer-response.ts";

const Series = v.object({
  action: v.exactOptional(Properties),
  ...lineEntries,
  days: v.array(v.string()),
  aggregated_value: v.exactOptional(v.number()),
  breakdown_value: v.exactOptional(v.unknown()),
  ...comparedEntries,
  persons_urls: v.exactOptional(PersonLinks),
  persons: v.exactOptional(PersonLinks.item),
  filter: Properties,
});

/** The answer to a trend. */
export const TrendResponse = v.pipe(
  v.object({ result: v.array(Series), ...envelopeEntries, next: Link }),
  v.examples([
    {
      result: [
        {
          label: "signed up",
          count: 3,
          data: [1, 2],
          labels: ["1-May-2024", "2-May-2024"],
          days: ["2024-05-01", "2024-05-02"],
          filter: { insight: "TRENDS" },
        },
      ],
      ...ENVELOPE,
      next: null,
    },
  ]),
);
