/** The place of a node in the author's text. */
export interface Span {
  start: number;
  end: number;
}

/** An argument of a lambda, a column or a table, as written: `e.properties.plan` has three parts. */
export interface NameNode extends Span {
  kind: "name";
  parts: string[];
}

export interface CallNode extends Span {
  kind: "call";
  name: string;
  /** The first list of `quantile(0.5)(x)`; null = one list. */
  parameters: Expression[] | null;
  args: Expression[];
  isDistinct: boolean;
  orderBy: Order[];
  /** `FILTER (WHERE …)`. */
  filter: Expression | null;
  over: WindowSpec | string | null;
}

export interface WindowSpec {
  base: string | null;
  partitionBy: Expression[];
  orderBy: Order[];
  /** `ROWS BETWEEN …`, in words that SQLite knows too. */
  frame: string | null;
}

export type Expression = Span &
  (
    | { kind: "constant"; value: string | number | bigint | boolean | null }
    | NameNode
    | { kind: "star"; of: string[]; except: string[]; matching: string | null }
    | CallNode
    | { kind: "unary"; operator: "-" | "not"; arg: Expression }
    | { kind: "binary"; operator: string; left: Expression; right: Expression }
    | { kind: "in"; left: Expression; right: Expression[] | Query | Expression; isNot: boolean; list: boolean }
    | { kind: "inCohort"; left: Expression; cohort: Expression; isNot: boolean }
    | { kind: "between"; arg: Expression; low: Expression; high: Expression; isNot: boolean }
    | { kind: "isNull"; arg: Expression; isNot: boolean }
    | {
        kind: "case";
        arg: Expression | null;
        branches: [when: Expression, then: Expression][];
        otherwise: Expression | null;
      }
    | { kind: "cast"; arg: Expression; type: string }
    | { kind: "interval"; count: Expression; unit: string }
    | { kind: "lambda"; names: string[]; body: Expression }
    | { kind: "array"; items: Expression[] }
    | { kind: "tuple"; items: Expression[] }
    | { kind: "subscript"; arg: Expression; index: Expression }
    | { kind: "member"; arg: Expression; key: string | number }
    | { kind: "placeholder"; path: string[] }
    | { kind: "query"; query: Query }
    | { kind: "exists"; query: Query }
    | { kind: "alias"; arg: Expression; name: string }
  );

export interface Order {
  arg: Expression;
  isDescending: boolean;
  nulls: "first" | "last" | null;
  /** `WITH FILL`: rows for missing steps; null = none. */
  fill: Fill | null;
}

/** `WITH FILL FROM a TO b STEP c`; null = from the least to the greatest, by 1, as in ClickHouse. */
export interface Fill {
  from: Expression | null;
  to: Expression | null;
  step: Expression | null;
}

export type Source = Span & {
  alias: string | null;
  columns: string[] | null;
  /** `SAMPLE`: a part of the rows, and where it begins, both from 0 to 1; null = all. */
  sample: { ratio: number; offset: number } | null;
} & (
    | { kind: "table"; name: string[] }
    | { kind: "function"; name: string; args: Expression[] }
    | { kind: "subquery"; query: Query }
  );

export interface Join {
  /** Such as `LEFT JOIN`; null for the first. */
  word: string | null;
  source: Source;
  on: Expression | null;
  using: string[] | null;
}

export interface SelectCore extends Span {
  kind: "select";
  isDistinct: boolean;
  columns: Expression[];
  from: Join[];
  arrayJoins: { isLeft: boolean; items: Expression[] } | null;
  where: Expression | null;
  groupBy: Expression[];
  /** `GROUP BY ALL`: by all columns without an aggregate. */
  isGroupedByAll: boolean;
  having: Expression | null;
  windows: [name: string, spec: WindowSpec][];
  /** A condition on rows with their windows. */
  qualify: Expression | null;
  orderBy: Order[];
  /** The first `count` rows of each, after `offset` rows. */
  limitBy: { count: number; offset: number; by: Expression[] } | null;
  limit: Expression | null;
  offset: Expression | null;
}

export interface ValuesCore extends Span {
  kind: "values";
  rows: Expression[][];
}

export interface CommonTable {
  name: string;
  columns: string[] | null;
  /** A query for `name AS (SELECT …)`, an expression for `expression AS name`. */
  body: Query | Expression;
}

/** SELECTs joined by UNION or similar words, and the clauses of all. */
export interface Query extends Span {
  kind: "union";
  isRecursive: boolean;
  with: CommonTable[];
  first: SelectCore | ValuesCore | Query;
  rest: { word: string; core: SelectCore | ValuesCore | Query }[];
  /** The order behind several members; a single member has its own. */
  orderBy: Order[];
  limit: Expression | null;
  offset: Expression | null;
}
