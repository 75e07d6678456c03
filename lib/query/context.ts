import type { Context as QuestionsContext } from "../questions/context.ts";
import type { Context as SqlContext } from "../sql/context.ts";
import type { QueryJobs } from "./query-jobs.ts";
import type { Watches } from "./watch/question.ts";

export interface Context extends QuestionsContext, SqlContext {
  /** Queries that run beside their requests. */
  queryJobs: QueryJobs;
  /** Tells of commits: calls the listener after each, and twice a second, until the returned function is called. */
  live: { onCommit(listener: () => void): () => void };
  watches: Watches;
}
