import * as v from "valibot";
import { writtenAs } from "../base/written-as.ts";
import { toStorableText } from "./json.ts";

/** A field's text, as SQLite can hold it. */
export const StoredText = v.pipe(v.string("Not a valid string."), v.transform(toStorableText));

export const StoredFlag = writtenAs<boolean>()(
  v.pipe(
    v.union([v.boolean(), v.picklist(["true", "false"])], "Must be a valid boolean."),
    v.transform((flag) => flag === true || flag === "true"),
  ),
);

/** Labels: up to 100 of them, without blanks around them, each once. */
export const Tags = v.pipe(
  v.array(v.pipe(StoredText, v.trim(), v.nonEmpty("This field may not be blank."), v.maxLength(255))),
  v.maxLength(100),
  v.transform((tags) => [...new Set(tags)]),
);

/** Labels in lower case, each once. */
export const LowerCaseTags = v.pipe(
  Tags,
  v.transform((tags) => [...new Set(tags.map((tag) => tag.toLowerCase()))]),
);
