import * as v from "valibot";
import { writtenAs } from "./written-as.ts";

/** True or false, also as the text of a query string; empty text = absent. */
export const Truth = writtenAs<boolean | undefined>()(
  v.pipe(
    v.union([v.boolean(), v.picklist(["true", "false", ""])], "Must be a valid boolean."),
    v.transform((given) => (given === "" ? undefined : given === true || given === "true")),
  ),
);
