import { invalid } from "../base/errors.ts";
import { readSessionColumns } from "../questions/index.ts";
import type { DateRange, SessionColumn } from "../questions/index.ts";
import { isSessionKey } from "../events/sessions/index.ts";
import { compileStatement, Refusal } from "../hogql/index.ts";
import type { Context } from "./context.ts";
import type { SqlRequest } from "./protocol.ts";
import type { SessionSource } from "../hogql/index.ts";
import type { StatementSessions } from "./session-values.ts";

/** Sessions that a statement may read: about 200 bytes each, in this process and in that of queries. */
const MAX_SESSIONS = 1_000_000;

/** A statement without this word reads no sessions, and need not be compiled to know it. */
const NAMES_SESSIONS = /session/i;

/**
 * The sessions of a statement, with the columns that it names, from the engine.
 * @param range sessions with an event in it; null = all
 * @returns null = the statement reads no sessions, or has a fault, which the process of queries explains
 * @throws invalid when the project has too many
 */
export async function readSessions(
  ctx: Pick<Context, "db" | "engine" | "clock">,
  request: SqlRequest,
  range: DateRange | null,
): Promise<StatementSessions | null> {
  const sources = sourcesOf(request);
  if (sources === null) return null;
  const keys = sources.filter(isSessionKey);
  const hasDistinctIds = sources.includes("distinct_id");
  const input = { projectId: request.projectId, range, keys, hasDistinctIds, limit: MAX_SESSIONS };
  const { isTooMany, ids, distinctIds, columns } = await readSessionColumns(ctx, input);
  if (isTooMany) {
    throw invalid(
      "query",
      `The project has more than ${MAX_SESSIONS} sessions, more than SQL can read. Ask of events.`,
    );
  }
  const named = columns.map((column, index) => ({ source: keys[index] as SessionSource, column }));
  if (hasDistinctIds) named.push({ source: "distinct_id", column: toColumn(distinctIds) });
  return { ids, columns: named };
}

/** Null = the statement reads no sessions. */
function sourcesOf({ text, placeholders, timezone, rows }: SqlRequest): SessionSource[] | null {
  if (!NAMES_SESSIONS.test(text) && !NAMES_SESSIONS.test(JSON.stringify(placeholders))) return null;
  try {
    const { sessions } = compileStatement(text, timezone, placeholders, rows);
    return sessions === null ? null : [...sessions];
  } catch (error) {
    if (error instanceof Refusal || error instanceof RangeError) return null;
    throw error;
  }
}

function toColumn(texts: string[]): SessionColumn {
  return { values: texts, codes: Uint32Array.from(texts.keys()) };
}
