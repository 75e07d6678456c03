import { HogletError } from "../base/errors.ts";

/** 410: the follower is to compare groups of pages. */
export function gone(): HogletError {
  const detail = "These commits are no longer known. Compare groups of pages.";
  return new HogletError({ status: 410, type: "invalid_request", code: "gone", detail });
}
