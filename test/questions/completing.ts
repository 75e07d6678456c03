import type { Engine } from "../../lib/port/engine.ts";
import { withCohorts } from "../../lib/questions/shared/ask.ts";
import { withExpressions } from "../../lib/questions/shared/with-expressions.ts";
import type { Db } from "../../lib/storage/index.ts";

/** The engine for tests that ask it plans themselves: the plans are completed as questions complete them. */
export function completing(db: Db, engine: Engine): Engine {
  return { ask: (plan, options) => engine.ask(withExpressions(db, withCohorts(db, plan), 0), options) };
}
