import * as v from "valibot";
import { parse } from "../../../base/parse.ts";
import { integerField } from "../../shared/fields.ts";
import { normaliseInput } from "../../shared/input.ts";
import type { NamedSteps } from "../funnel-point.ts";

const Step = integerField(-255, 1_000_000);

const StepFields = v.object({ funnel_step: v.optional(Step), funnel_custom_steps: v.optional(v.array(Step)) });

/** The steps that fields name. @throws HogletError 400 naming the field */
export function readSteps(input: Record<string, unknown>): NamedSteps {
  const { funnel_step: step, funnel_custom_steps: custom } = parse(StepFields, normaliseInput(input));
  return { step, custom };
}
