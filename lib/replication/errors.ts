import { HogletError, unavailable } from "../base/errors.ts";

/** 410: the follower is to compare groups of pages. */
export function gone(): HogletError {
  const detail = "These commits are no longer known. Compare groups of pages.";
  return new HogletError({ status: 410, type: "invalid_request", code: "gone", detail });
}

/** 503: a capture is stored, but no follower has it. */
export function notReplicated(): HogletError {
  const detail = "The events are stored here, and no follower has them yet. Send them again: each is stored once.";
  return unavailable("not_replicated", detail, undefined);
}

/** 503 of a former first. @param url of the new one; null = unknown */
export function superseded(url: string | null): HogletError {
  const where = url === null ? "" : `, ${url}`;
  const detail = `Another hoglet${where} has taken over: write to that. Nothing was stored.`;
  return unavailable("superseded", detail, undefined);
}
