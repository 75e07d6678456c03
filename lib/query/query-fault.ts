import type * as v from "valibot";
import { HogletError } from "../base/errors.ts";
import { didYouMean } from "../base/nearest.ts";
import { namesAt } from "./names-at.ts";

/** A part of a request that cannot be read. */
export interface QueryFault {
  /** `query.TrendsQuery.series.0.event` */
  path: string;
  message: string;
}

/** Faults that a refusal lists: a node may have thousands of wrong fields. */
const MAX_FAULTS = 20;

/** The refusal of a request that cannot be read, in the form of the real service (reference/query.md 2.5). */
export function unreadableQuery(faults: readonly QueryFault[]): HogletError {
  const count = faults.length === 1 ? "1 validation error" : `${faults.length} validation errors`;
  const lines = faults.slice(0, MAX_FAULTS).map(({ path, message }) => `${path}\n  ${message}`);
  return new HogletError({
    status: 400,
    type: "validation_error",
    code: "parse_error",
    detail: `${count} for QueryRequest\n${lines.join("\n")}`,
  });
}

/** A schema's fault in the part of a request at `place`. */
export function toFault(schema: v.GenericSchema, issue: v.BaseIssue<unknown>, place: readonly string[]): QueryFault {
  const keys = issue.path?.map((item) => String(item.key)) ?? [];
  const path = [...place, ...keys].join(".");
  if (issue.type === "strict_object" && issue.expected === "never") {
    const hint = didYouMean(keys.at(-1) ?? "", namesAt(schema, keys.slice(0, -1)));
    return { path, message: `Extra inputs are not permitted${hint && `.${hint}`}` };
  }
  if (issue.received === "undefined") return { path, message: "Field required" };
  return { path, message: issue.message.replace(/^Invalid \w+: /, "") };
}
