import type { Context as QuestionsContext } from "../questions/context.ts";
import type { Context as SqlContext } from "../sql/context.ts";
import type { QueryJobs } from "./query-jobs.ts";

/** The resources for answering queries: those of questions, and those of SQL. */
export interface Context extends QuestionsContext, SqlContext {
  /** The queries that run beside their requests. */
  queryJobs: QueryJobs;
}
