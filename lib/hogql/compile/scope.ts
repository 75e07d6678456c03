import { Refusal } from "../refusal.ts";
import type { Table } from "../tables.ts";
import { perhaps } from "./perhaps.ts";
import type { Type } from "./type.ts";
import type { Value } from "./value.ts";

/** A member of a FROM, for names in expressions. */
export interface SourceScope {
  /** The name as the author wrote it. */
  name: string;
  /** The name in SQLite's SQL, quoted. */
  sql: string;
  columns: ReadonlyMap<string, Type>;
  /** Columns that a star leaves out. */
  hidden: ReadonlySet<string>;
  /** The project's table, whose relations a dot reaches; null = another source. */
  table: Table | null;
  /** Notes that an expression names a column of sessions. */
  readSession(column: string): void;
  /** Does an expression name a distinct id of the person? */
  areIdsJoined: boolean;
}

export interface CommonScope {
  sql: string;
  columns: ReadonlyMap<string, Type>;
}

/** The names that an expression can use. */
export interface Scope {
  /** The SELECT around; null = none. */
  parent: Scope | null;
  sources: SourceScope[];
  /** Columns by name, and constants of WITH. */
  aliases: Map<string, Value>;
  tables: Map<string, CommonScope>;
  /** Expressions that WITH names. */
  constants: Map<string, Value>;
  /** Columns not compiled yet, which an earlier expression may name. */
  pending: Map<string, () => Value>;
  /** Columns joined by USING. */
  shared: Set<string>;
  /** Arguments of lambdas around the expression. */
  variables: Map<string, Value>;
  windows: Set<string>;
  /** In a join's condition NULL equals nothing. */
  clause: "on" | "other";
  /** SQL of the number of events that a row stands for; null = one. */
  countedBy: string | null;
  /** Arrays whose members multiply the rows. */
  arrayJoins: { sql: string; array: string; isLeft: boolean }[];
}

export function createScope(parent: Scope | null): Scope {
  return {
    parent,
    sources: [],
    aliases: new Map(),
    tables: new Map(),
    constants: new Map(),
    pending: new Map(),
    shared: new Set(),
    variables: new Map(),
    windows: new Set(),
    clause: "other",
    countedBy: null,
    arrayJoins: [],
  };
}

/** A scope with the arguments of a lambda. */
export function withVariables(scope: Scope, variables: ReadonlyMap<string, Value>): Scope {
  return { ...scope, variables: new Map([...scope.variables, ...variables]) };
}

/** A table of WITH, here or in a SELECT around. */
export function findTable(scope: Scope | null, name: string): CommonScope | undefined {
  for (let at = scope; at !== null; at = at.parent) {
    const found = at.tables.get(name);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Exact, or in another letter case. */
export function findColumn(source: SourceScope, name: string): string | undefined {
  if (source.columns.has(name)) return name;
  const lower = name.toLowerCase();
  return [...source.columns.keys()].find((column) => column.toLowerCase() === lower);
}

/** Undefined = no source has the name. */
export function findSource(scope: Scope, name: string): SourceScope | undefined {
  const exact = scope.sources.find((source) => source.name === name);
  if (exact !== undefined) return exact;
  const lower = name.toLowerCase();
  return scope.sources.find((source) => source.name.toLowerCase() === lower);
}

/** @throws Refusal always */
export function failToResolve(scope: Scope, name: string): never {
  const known: string[] = [];
  for (let at: Scope | null = scope; at !== null; at = at.parent) {
    known.push(...at.aliases.keys());
    for (const source of at.sources) known.push(source.name, ...source.columns.keys());
  }
  throw new Refusal(`Unable to resolve field: ${name}${perhaps(name, known)}`);
}
