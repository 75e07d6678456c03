import * as v from "valibot";
import { FiltersOverrideField, jsonOf, RefreshField, VariablesOverrideField } from "../index.ts";

/** The fields by which a request asks saved questions, in a query string (reference/query.md 6.2). */
export const askFields = {
  /** How a question is asked; absent = an answer that is there already, or none. */
  refresh: RefreshField,
  /** Filters that are laid over the question: JSON. */
  filters_override: v.exactOptional(jsonOf(FiltersOverrideField)),
  /** Values for its variables: JSON. */
  variables_override: v.exactOptional(jsonOf(VariablesOverrideField)),
};
