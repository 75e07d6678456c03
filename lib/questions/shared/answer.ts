import { toIso } from "../../base/clock.ts";
import { HogletError } from "../../base/errors.ts";
import type { Context } from "../context.ts";
import { requireTimezone } from "./calendar.ts";
import type { Calendar } from "./calendar.ts";
import type { ProjectSettings } from "./project-settings.ts";
import { cached, isKept } from "./result-cache.ts";
import type { Asker } from "../../port/with-signal.ts";

/** Resources for an answer; `db` is for definitions (actions, cohorts). */
export type Asks = Pick<Context, "clock" | "db" | "engine" | "results"> & Asker;

/** The envelope of every insight's answer (reference/insights.md 3). */
export interface Answer<Result> {
  result: Result;
  /** The project's, in which the buckets are cut. */
  timezone: string;
  /** True = it was computed for an earlier question, and nothing was written since. */
  is_cached: boolean;
  /** ISO text of when it was computed. */
  last_refresh: string;
}

/** A question being answered: its moment, and how the project cuts time. */
export interface Asked {
  project: ProjectSettings;
  nowMs: number;
  calendar: Calendar;
  /** The scheme and host that links begin with; empty = links begin with the path. */
  origin: string;
}

/** Opens a question. @throws HogletError 400 when the project has no time zone to cut days by */
export function openQuestion({ clock }: Pick<Asks, "clock">, project: ProjectSettings, origin: string): Asked {
  requireTimezone(project.timezone);
  const calendar = { timezone: project.timezone, weekStartDay: project.week_start_day };
  return { project, nowMs: clock.now(), calendar, origin };
}

/** Questions with an equal key have the same answer. */
export interface QuestionKey {
  insight: string;
  /** The question in normal form. */
  filter: unknown;
  /** The resolved dates, since `-7d` is another question tomorrow. */
  dates: unknown;
  refresh: boolean;
  /** Takes only an answer that was computed before. @default false */
  isCachedOnly?: boolean;
}

/**
 * Answers a question, from the cache while nothing is written.
 * @param compute its result is kept as JSON
 * @param show makes the answer of the result, each time: links to people belong here, since they are ten times the rest
 * of the text. @default as it is
 * @throws cancelled when the caller's signal aborts before
 */
export async function answer<Counted, Result = Counted>(
  ctx: Asks,
  asked: Asked,
  question: QuestionKey,
  compute: () => Promise<Counted>,
  show: (counted: Counted) => Result = (counted) => counted as unknown as Result,
): Promise<Answer<Result>> {
  const { result, ...envelope } = (await keyedAnswer(ctx, asked, question, compute)).answer;
  return { result: show(result), ...envelope };
}

/** As `answer`, with the text that names the question. @throws notComputed when only an earlier answer may be taken */
export async function keyedAnswer<Result>(
  { results, signal }: Asks,
  { project, nowMs, origin }: Asked,
  { insight, filter, dates, refresh, isCachedOnly = false }: QuestionKey,
  compute: () => Promise<Result>,
): Promise<{ answer: Answer<Result>; key: string }> {
  const { id, timezone, week_start_day, test_account_filters } = project;
  const settings = [id, timezone, week_start_day, test_account_filters];
  const key = JSON.stringify([insight, settings, filter, dates, origin]);
  if (isCachedOnly && !isKept(results, key)) throw notComputed();
  const { result, computedMs, isCached } = await cached(results, { key, refresh, signal }, async () => ({
    result: await compute(),
    computedMs: nowMs,
  }));
  return { answer: { result, timezone, is_cached: isCached, last_refresh: toIso(computedMs) }, key };
}

/** The caller takes only an earlier answer, and there is none. */
export function notComputed(): HogletError {
  return new HogletError({
    status: 404,
    type: "invalid_request",
    code: NOT_COMPUTED,
    detail: "The question has no answer yet.",
  });
}

const NOT_COMPUTED = "not_computed";

/** Is it the error of a question that may only be answered from an earlier answer, and has none? */
export function isNotComputed(error: unknown): boolean {
  return error instanceof HogletError && error.code === NOT_COMPUTED;
}
