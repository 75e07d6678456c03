import type { SessionKey, SessionValue } from "../../../events/sessions/index.ts";
import { Interned } from "../../../engines/columns/entities/interned.ts";
import type { SessionTable } from "../../../engines/columns/entities/session-table.ts";
import type { Execution } from "../../../engines/columns/execution.ts";
import type { SessionColumn, SessionsAnswer, SessionsPlan } from "../plan.ts";

/** The sessions of a range, a list for each property. */
export function runSessions(execution: Execution, { keys, limit, hasDistinctIds }: SessionsPlan): SessionsAnswer {
  const table = execution.sessionTable();
  const members: number[] = [];
  for (let session = 0; session < table.limit; session++) if (table.has(session)) members.push(session);
  if (members.length > limit) {
    return {
      isTooMany: true,
      ids: [],
      distinctIds: [],
      columns: keys.map(() => ({ values: [], codes: new Uint32Array(0) })),
    };
  }
  return {
    isTooMany: false,
    ids: pick(table.ids(), members),
    distinctIds: hasDistinctIds ? pick(table.distinctIds(), members) : [],
    columns: keys.map((key) => toColumn(table, members, key)),
  };
}

function pick(texts: readonly (string | null)[], members: readonly number[]): string[] {
  return members.map((session) => texts[session] ?? "");
}

function toColumn(table: SessionTable, members: readonly number[], key: SessionKey): SessionColumn {
  const known = new Interned<string>();
  const values: SessionValue[] = [];
  const codes = Uint32Array.from(members, (session) => {
    const value = table.value(session, key);
    const code = known.numberOf(JSON.stringify(value));
    values[code] = value;
    return code;
  });
  return { values, codes };
}
