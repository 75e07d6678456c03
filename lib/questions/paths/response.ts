import * as v from "valibot";
import { Count } from "../../base/answer-scalars.ts";
import { ENVELOPE, envelopeEntries } from "../shared/answer-response.ts";

const Edge = v.object({
  source: v.string(),
  target: v.string(),
  value: Count,
  average_conversion_time: v.number(),
});

/** The answer to a question for paths. */
export const PathsResponse = v.pipe(
  v.object({ result: v.array(Edge), ...envelopeEntries }),
  v.examples([
    { result: [{ source: "1_/", target: "2_/about", value: 2, average_conversion_time: 60_000 }], ...ENVELOPE },
  ]),
);
