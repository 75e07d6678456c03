import type { SessionColumn } from "../questions/index.ts";
import { toSessionCell } from "../hogql/index.ts";
import type { SessionCell, SessionSource, SessionValues } from "../hogql/index.ts";

/** A statement's sessions, with the columns that it names. */
export interface StatementSessions {
  ids: string[];
  columns: { source: SessionSource; column: SessionColumn }[];
}

/** Opens the sessions of a statement; null = it reads none. */
export function openSessionValues(sessions: StatementSessions | null): SessionValues {
  const ids = sessions?.ids ?? [];
  const columns = new Map(
    sessions?.columns.map(({ source, column }) => [
      source as string,
      { codes: column.codes, values: column.values.map(toSessionCell) },
    ]),
  );
  let places: Map<string, number> | undefined;
  const at = (place: number, source: string): SessionCell => {
    if (source === "id") return ids[place] ?? null;
    const column = columns.get(source);
    if (column === undefined) throw new Error(`unreachable: the statement reads no ${source} of sessions`);
    return column.values[column.codes[place] ?? NaN] ?? null;
  };
  return {
    count: ids.length,
    at,
    of(id, source) {
      places ??= new Map(ids.map((each, place) => [each, place]));
      const place = places.get(id);
      return place === undefined ? null : at(place, source);
    },
  };
}
