import { compileStatement, parseSingleExpression, parseStatement, Refusal, TABLES } from "../hogql/index.ts";
import type { Type } from "../hogql/index.ts";

/** A fault at a place of the text. */
export interface SqlNotice {
  start: number;
  end: number;
  message: string;
}

export interface CheckedSql {
  errors: SqlNotice[];
  /** Names of the tables that it reads. */
  tables: string[];
}

/**
 * Reads and compiles SQL without running it. Errors in the data, such as a text that is no number, are not found.
 * @param isExpression a single expression over `events`
 * @param variables names for which any value will do
 */
export function checkSql(
  text: string,
  { timezone, isExpression, variables }: { timezone: string; isExpression: boolean; variables: readonly unknown[] },
): CheckedSql {
  try {
    const tree = isExpression ? parseSingleExpression(text) : parseStatement(text);
    const statement = isExpression ? `SELECT ${text}\n FROM events` : text;
    const known = Object.fromEntries(variables.map((name) => [String(name), ""]));
    compileStatement(statement, timezone, { values: {}, variables: known, filters: null }, { otherwise: 1, most: 1 });
    return { errors: [], tables: isExpression ? ["events"] : [...tablesOf(tree)].filter((name) => TABLES[name]) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { errors: [{ ...placeOf(error.message, text), message: error.message }], tables: [] };
  }
}

/** Sentences about syntax name the place, from 1; others are about the whole. */
function placeOf(message: string, text: string): { start: number; end: number } {
  const at = /^Syntax error at character (\d+)/.exec(message)?.[1];
  return { start: at === undefined ? 0 : Math.min(Number(at) - 1, text.length), end: text.length };
}

function tablesOf(node: unknown, found = new Set<string>()): Set<string> {
  if (typeof node !== "object" || node === null) return found;
  const { kind, name } = node as { kind?: string; name?: unknown };
  if (kind === "table" && Array.isArray(name)) found.add(String(name.at(-1)));
  for (const member of Object.values(node)) tablesOf(member, found);
  return found;
}

export interface DescribedTable {
  name: string;
  columns: { name: string; type: string }[];
}

/** The tables that statements can read. */
export function describeTables(): DescribedTable[] {
  return Object.entries(TABLES).map(([name, { columns }]) => ({
    name,
    columns: Object.entries(columns).map(([column, type]) => ({ name: column, type: toFieldType(type) })),
  }));
}

function toFieldType({ family, name, isJson }: Type): string {
  if (isJson) return "json";
  if (family === "number") return name.startsWith("Float") ? "float" : "integer";
  const named: Partial<Record<Type["family"], string>> = {
    bool: "boolean",
    time: "datetime",
    date: "date",
    array: "array",
    tuple: "array",
  };
  return named[family] ?? "string";
}
