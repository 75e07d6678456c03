import type { Context as QuestionsContext } from "../questions/context.ts";
import type { Context as SqlContext } from "../sql/context.ts";
import type { QueryJobs } from "./query-jobs.ts";
import type { Watches } from "./watch/question.ts";

/** The resources for answering queries: those of questions, and those of SQL. */
export interface Context extends QuestionsContext, SqlContext {
  /** The queries that run beside their requests. */
  queryJobs: QueryJobs;
  /** Tells of commits: calls the listener after each, and twice a second, until the returned function is called. */
  live: { onCommit(listener: () => void): () => void };
  /** The questions that are watched. */
  watches: Watches;
}
