import { isTimeZone } from "../../base/zone-clock.ts";
import * as v from "valibot";
import { compileRegex, parseFilters } from "../../events/filters/index.ts";
import { HogletError } from "../../base/errors.ts";
import { requestLimits } from "../../base/request-limits.ts";

/** A property filter in its wire form; stored as given if `parseFilters` can parse it. */
const Filters = v.pipe(
  v.array(v.record(v.string(), v.unknown())),
  v.rawCheck(({ dataset, addIssue }) => {
    if (dataset.typed) for (const reason of reasonsAgainst(dataset.value)) addIssue({ message: reason });
  }),
);

function reasonsAgainst(filters: unknown[]): string[] {
  try {
    parseFilters(filters, "filters");
    return [];
  } catch (error) {
    if (error instanceof HogletError) return [error.message];
    throw error;
  }
}

/** The text that paths put in place of matches of `regex` (RE2) in a URL. */
export const PathCleaning = v.object({
  regex: v.pipe(
    v.string(),
    v.check((pattern) => compileRegex(pattern) !== null, "Expected a regular expression (RE2)."),
  ),
  alias: v.nullish(v.string()),
});

/** The settings of a project that can be changed; absent settings stay, or get their default in a new project. */
export const ProjectSettings = v.object({
  name: v.exactOptional(v.pipe(v.string(), v.nonEmpty("This field may not be blank."), v.maxLength(200))),
  /** IANA name; time buckets follow it. @default "UTC" */
  timezone: v.exactOptional(
    v.pipe(v.string(), v.check(isTimeZone, "Expected an IANA time zone such as Europe/Paris.")),
  ),
  /** 0 = Sunday, 1 = Monday; null = Sunday. @default 0 */
  week_start_day: v.exactOptional(
    v.pipe(
      v.nullable(v.picklist([0, 1], "Expected 0 (Sunday) or 1 (Monday).")),
      v.transform((day) => day ?? 0),
    ),
  ),
  /**
   * Properties for the display name of a person, the first with a value; null or empty = the default list. @default []
   */
  person_display_name_properties: v.exactOptional(
    v.pipe(
      v.nullable(v.array(v.string())),
      v.transform((names) => names ?? []),
    ),
  ),
  /** Property filters that exclude test accounts from a question that asks for it. @default [] */
  test_account_filters: v.exactOptional(Filters),
  /** Rules in the order of their application. @default [] */
  path_cleaning_filters: v.exactOptional(
    v.pipe(
      v.nullable(
        v.pipe(
          v.array(PathCleaning),
          v.maxLength(requestLimits.rules, `Expected at most ${requestLimits.rules} rules.`),
        ),
      ),
      v.transform((filters) => filters ?? []),
    ),
  ),
  /** Removes `$ip`. @default false */
  anonymize_ips: v.exactOptional(v.boolean("Must be a valid boolean.")),
  /** True = every event is personless. @default false */
  person_processing_opt_out: v.exactOptional(v.boolean("Must be a valid boolean.")),
});
export type ProjectSettings = v.InferOutput<typeof ProjectSettings>;
