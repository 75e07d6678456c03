import { Refusal } from "../refusal.ts";
import type { Order, WindowSpec } from "../language/tree.ts";
import type { Compilation } from "./compilation.ts";
import type { Scope } from "./scope.ts";
import { quoteName, toSortable } from "./value.ts";

/** ` OVER (…)`, or the empty text. @throws Refusal for a window that WINDOW does not name */
export function printOver(compilation: Compilation, scope: Scope, over: WindowSpec | string | null): string {
  if (over === null) return "";
  if (typeof over !== "string") return ` OVER ${printWindow(compilation, scope, over)}`;
  if (!scope.windows.has(over)) throw new Refusal(`The window ${over} is not defined.`);
  return ` OVER ${quoteName(over)}`;
}

export function printWindow(compilation: Compilation, scope: Scope, spec: WindowSpec): string {
  const parts = spec.base === null ? [] : [quoteName(spec.base)];
  if (spec.partitionBy.length > 0) {
    const keys = spec.partitionBy.map((key) => compilation.expression(scope, key).sql);
    parts.push(`PARTITION BY ${keys.join(", ")}`);
  }
  const order = printOrder(compilation, scope, spec.orderBy);
  if (order !== "") parts.push(order);
  if (spec.frame !== null) parts.push(spec.frame);
  return `(${parts.join(" ")})`;
}

/** ORDER BY, or the empty text. As in ClickHouse NULLs come last by default. */
export function printOrder(compilation: Compilation, scope: Scope, orders: readonly Order[]): string {
  const keys = orders.map((order) => {
    const isPlace = order.arg.kind === "constant" && typeof order.arg.value === "number";
    const { sql, type, constant } = compilation.expression(scope, order.arg);
    const key = isPlace ? String(constant) : toSortable({ sql, type });
    return `${key}${printDirection(order, isPlace || type.isNullable || key !== sql)}`;
  });
  return keys.length === 0 ? "" : `ORDER BY ${keys.join(", ")}`;
}

/** Such as ` DESC NULLS LAST`. */
export function printDirection({ isDescending, nulls }: Order, mayBeNull: boolean): string {
  const word = isDescending ? " DESC" : "";
  return mayBeNull || nulls !== null ? `${word} NULLS ${(nulls ?? "last").toUpperCase()}` : word;
}
