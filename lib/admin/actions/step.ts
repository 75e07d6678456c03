import * as v from "valibot";
import { FiltersField, parseFilters, parseSelector } from "../../events/filters/index.ts";
import type { PropertyFilters } from "../../events/filters/index.ts";

const Optional = v.nullish(v.string());

/** Contains has SQL's wildcards, regex is RE2's. */
const Matching = v.nullish(v.picklist(["exact", "contains", "regex", ""], "Expected exact, contains or regex."));

const Selector = v.pipe(
  Optional,
  v.check((text) => !text || parseSelector(text) !== null, "Expected a CSS selector."),
);

/** Property filters of any shape, stored as given if they can be parsed. */
const StepProperties = v.pipe(
  FiltersField,
  v.rawCheck(({ dataset, addIssue }) => {
    try {
      parseFilters(dataset.value, "properties");
    } catch (error) {
      addIssue({ message: error instanceof Error ? error.message : String(error) });
    }
  }),
  v.transform((filters) => filters as PropertyFilters),
);

/**
 * A step of an action: all its conditions must hold; an absent, null or empty field is no condition. `tag_name`,
 * `text`, `href` and `selector` test the elements of `$autocapture` and do not apply to other events. Source:
 * reference/insights.md 6.
 */
export const ActionStep = v.strictObject({
  /** PostHog's editor numbers steps; stored, without meaning. */
  id: v.exactOptional(v.nullable(v.union([v.string(), v.number()]))),
  name: v.exactOptional(Optional),
  event: v.exactOptional(Optional),
  /** Compared with `$current_url`. */
  url: v.exactOptional(Optional),
  /** @default contains */
  url_matching: v.exactOptional(Matching),
  properties: v.exactOptional(StepProperties),
  tag_name: v.exactOptional(Optional),
  text: v.exactOptional(Optional),
  /** @default exact */
  text_matching: v.exactOptional(Matching),
  href: v.exactOptional(Optional),
  /** @default exact */
  href_matching: v.exactOptional(Matching),
  selector: v.exactOptional(Selector),
});
export type ActionStep = v.InferOutput<typeof ActionStep>;
