import type { Asks } from "../questions/index.ts";
import type { Context } from "./context.ts";

export type QueryAsks = Asks & Pick<Context, "queries" | "options">;
