import type { RequestFields } from "../questions/index.ts";
import type { VariablesOverride } from "./query-request.ts";

/** The node with other values for its variables; other variables are ignored. */
export function overrideVariables(node: RequestFields, overrides: VariablesOverride): RequestFields {
  const own = node["variables"];
  if (typeof own !== "object" || own === null || Array.isArray(own)) return node;
  const variables = Object.entries(own as Record<string, RequestFields>).map(([id, variable]) => {
    const other = Object.hasOwn(overrides ?? {}, id) ? overrides?.[id] : undefined;
    // A value ends `isNull`.
    return [id, other === undefined ? variable : { ...variable, isNull: null, ...other }] as const;
  });
  return { ...node, variables: Object.fromEntries(variables) };
}
