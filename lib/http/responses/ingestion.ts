import * as v from "valibot";
import { Properties } from "../../base/answer-scalars.ts";

/** The reply of capture when the events are stored. */
export const Captured = v.pipe(v.object({ status: v.literal("Ok") }), v.examples([{ status: "Ok" }]));

/** One result for each event of a batch, by its uuid. */
export const CapturedBatch = v.object({ results: v.unknown() });

/** The parts of a request that were stored as one event. */
export const AcceptedParts = v.object({
  accepted_parts: v.array(
    v.object({
      name: v.string(),
      length: v.number(),
      "content-type": v.nullable(v.string()),
      "content-encoding": v.nullable(v.string()),
    }),
  ),
});

/** The reply to SDKs; its shape depends on the version that they ask for. */
export const Told = Properties;

export const Ready = v.pipe(v.object({ status: v.literal("ok") }), v.examples([{ status: "ok" }]));
