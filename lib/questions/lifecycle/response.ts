import * as v from "valibot";
import { Properties } from "../../base/answer-scalars.ts";
import { ENVELOPE, envelopeEntries, lineEntries, PersonLinks } from "../shared/answer-response.ts";

const Series = v.object({
  status: v.picklist(["new", "returning", "resurrecting", "dormant"]),
  action: Properties,
  ...lineEntries,
  days: v.array(v.string()),
  persons_urls: PersonLinks,
  filter: Properties,
});

/** The answer to a lifecycle. */
export const LifecycleResponse = v.pipe(
  v.object({ result: v.array(Series), ...envelopeEntries }),
  v.examples([
    {
      result: [
        {
          status: "new",
          action: { id: "opened", type: "events", order: 0, name: "opened" },
          label: "opened - new",
          count: 3,
          data: [1, 2],
          labels: ["1-May-2024", "2-May-2024"],
          days: ["2024-05-01", "2024-05-02"],
          persons_urls: [],
          filter: { insight: "LIFECYCLE" },
        },
      ],
      ...ENVELOPE,
    },
  ]),
);
