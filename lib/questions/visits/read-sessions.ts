import type { SessionKey } from "../../events/sessions/index.ts";
import type { DateRange } from "../../port/range.ts";
import type { Context } from "../context.ts";
import { ask } from "../shared/ask.ts";
import type { SessionsAnswer, SessionsPlan } from "./plan.ts";

export interface SessionsInput {
  projectId: number;
  /** Null = all sessions. */
  range: DateRange | null;
  keys: SessionKey[];
  hasDistinctIds: boolean;
  /** Most sessions; of a project with more, the answer has none. */
  limit: number;
}

const ALL_TIME = { fromMs: Number.MIN_SAFE_INTEGER, untilMs: Number.MAX_SAFE_INTEGER };

/** The sessions with an event in a range, each with all its events. */
export function readSessionColumns(
  ctx: Pick<Context, "db" | "engine" | "clock">,
  { range, ...input }: SessionsInput,
): Promise<SessionsAnswer> {
  const plan: SessionsPlan = { kind: "sessions", range: range ?? ALL_TIME, ...input };
  return ask(ctx, plan);
}
