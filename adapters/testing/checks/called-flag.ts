import { isFields } from "../../../lib/base/fields.ts";
import { requireArguments, requireFields } from "../require-fields.ts";
import type { AssertedView } from "../test-view.ts";
import { captured } from "./captured.ts";
import type { Verdict } from "./verdict.ts";

/** The value that an app got of a flag, and for which distinct id. */
export interface FlagCall {
  /** True, false, or the name of a variant. @default any */
  value?: boolean | string;
  /** @default any */
  distinct_id?: string;
}

/** Did the app ask for this flag, and get this value? */
export async function calledFlag(view: AssertedView, key: string, call: FlagCall = {}): Promise<Verdict> {
  requireArguments(typeof key === "string" && isFields(call), 'toHaveCalledFlag("beta", { value: true })');
  requireFields("toHaveCalledFlag", call, ["value", "distinct_id"]);
  const { value, distinct_id } = call;
  const match = { event: "$feature_flag_called", ...(distinct_id !== undefined && { distinct_id }) };
  return captured(view, match, { $feature_flag: key, ...(value !== undefined && { $feature_flag_response: value }) });
}
