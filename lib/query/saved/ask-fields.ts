import * as v from "valibot";
import { FiltersOverrideField, jsonOf, RefreshField, VariablesOverrideField } from "../index.ts";

/** Fields of a query string that asks saved questions (reference/query.md 6.2). */
export const askFields = {
  /** How a question is asked; absent = an answer that is there already, or none. */
  refresh: RefreshField,
  /** JSON: filters over the question. */
  filters_override: v.exactOptional(jsonOf(FiltersOverrideField)),
  /** JSON: values for its variables. */
  variables_override: v.exactOptional(jsonOf(VariablesOverrideField)),
};
