import type { Placeholders } from "../../lib/hogql/compile/compile-placeholder.ts";
import type { Found, SqlRequest } from "../../lib/sql/protocol.ts";
import { createStatementRunner } from "../../lib/sql/statement-runner.ts";
import { NOW, openSample } from "./open-query.ts";
import type { Hoglet } from "../../lib/index.ts";

type More = Partial<Omit<SqlRequest, "placeholders">> & { placeholders?: Partial<Placeholders> };

export type Ask = (sql: string, more?: More) => Found;

/** Asks in this process, without the process of queries: for tests of many small statements. */
export async function openDirectly(hoglet?: Hoglet): Promise<Ask> {
  const own = hoglet ?? (await openSample());
  const runner = createStatementRunner();
  runner.open(await own.serialize());
  if (hoglet === undefined) await own.close();
  return (text, more) => runner.answer(toRequest(text, more));
}

/** A statement as the product asks it: of the first project, with limits that none of these tests reaches. */
export function toRequest(text: string, { placeholders, ...more }: More = {}): SqlRequest {
  return {
    text,
    placeholders: { values: {}, variables: {}, filters: null, ...placeholders },
    rows: { otherwise: 100, most: 50_000 },
    isExplained: false,
    timeoutMs: 300_000,
    memoryBytes: 512 * 1024 * 1024,
    projectId: 1,
    timezone: "UTC",
    weekStartDay: 0,
    nameProperties: ["email"],
    nowMs: Date.parse(NOW),
    sessions: null,
    ...more,
  };
}

/** The value of an expression. */
export function valueOf(ask: Ask, expression: string, timezone = "UTC"): unknown {
  return ask(`SELECT ${expression}`, { timezone }).rows[0]?.[0];
}
