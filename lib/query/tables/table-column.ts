import { quoteName, readExpression } from "../../hogql/index.ts";
import type { Cell } from "../../sql/index.ts";

/** A column of a table, made of one or several columns of SQL. */
export interface TableColumn {
  /** The name by which answers call the column. */
  name: string;
  /** SQL of its parts, each with a line end behind it, which ends a comment. */
  parts: readonly string[];
  /** The expressions that rows are grouped by when another column is an aggregate; empty for an aggregate or a constant. */
  keys: readonly string[];
  isAggregate: boolean;
  /** SQL that sorts by it. */
  sort: string;
  /** A row's value, from the values of its parts. @default its only part */
  toValue?: (cells: readonly Cell[]) => unknown;
}

/** A column such as `person`, which no single expression gives. */
export interface SpecialColumn {
  parts: readonly string[];
  /** SQL that sorts by it. */
  sort: string;
  toValue(cells: readonly Cell[]): unknown;
}

export type FindSpecial = (name: string) => SpecialColumn | undefined;

const COMMENT = /\s*--[^\n'"`]*$/;

/** A member of `select` without its label. */
export function withoutComment(text: string): string {
  return text.replace(COMMENT, "").trim();
}

/**
 * Reads a member of `select`: a special column, or an expression.
 * @throws HogletError 400 for a text that is neither
 */
export function readColumn(text: string, findSpecial: FindSpecial): TableColumn {
  const special = findSpecial(withoutComment(text));
  if (special !== undefined) {
    return { ...special, name: text, keys: special.parts, isAggregate: false };
  }
  const { alias, isAggregate, isConstant } = readExpression(text);
  const name = alias === null ? `${text}\n` : quoteName(alias);
  return {
    name: alias ?? text,
    parts: [`${text}\n`],
    keys: isAggregate || isConstant ? [] : [name],
    isAggregate,
    sort: name,
  };
}

const DIRECTION = /\s+(asc|desc)$/i;

/** A member of `orderBy`. */
export interface TableOrder {
  /** The text of an order as it was sent, without its direction. */
  text: string;
  sort: string;
  isDescending: boolean;
  isAggregate: boolean;
}

/** A special column, an alias or an expression, and its direction. @throws HogletError 400 */
export function readOrder(given: string, findSpecial: FindSpecial): TableOrder {
  const text = withoutComment(given);
  const isDescending = DIRECTION.exec(text)?.[1]?.toLowerCase() === "desc";
  const bare = text.replace(DIRECTION, "");
  const special = findSpecial(bare);
  if (special !== undefined) return { text: bare, sort: special.sort, isDescending, isAggregate: false };
  return { text: bare, sort: `(${bare}\n)`, isDescending, isAggregate: readExpression(bare).isAggregate };
}
