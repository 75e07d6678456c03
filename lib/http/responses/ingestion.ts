import * as v from "valibot";
import { Properties } from "./scalars.ts";

/** What capture says when the events are stored. */
export const Captured = v.pipe(v.object({ status: v.literal("Ok") }), v.examples([{ status: "Ok" }]));

/** One outcome for each event of a batch, by its uuid. */
export const CapturedBatch = v.object({ results: v.unknown() });

/** What SDKs are told: of a shape that depends on the version they ask for. */
export const Told = Properties;

export const Ready = v.pipe(v.object({ status: v.literal("ok") }), v.examples([{ status: "ok" }]));
