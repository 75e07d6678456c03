import type { Asks } from "../questions/index.ts";
import type { Context } from "./context.ts";

/** The resources of a kind of query: those of questions, those of SQL, and the caller's signal. */
export type QueryAsks = Asks & Pick<Context, "queries" | "options">;
