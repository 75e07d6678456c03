import type { Context as QuestionsContext } from "../questions/context.ts";
import type { Context as SqlContext } from "../sql/context.ts";

/** The resources for answering queries: those of questions, and those of SQL. */
export interface Context extends QuestionsContext, SqlContext {}
