import * as v from "valibot";
import { invalid } from "../base/errors.ts";
import type { HogletError } from "../base/errors.ts";
import type { RequestFields } from "../questions/index.ts";
import { absentPart } from "./absent-parts.ts";
import { toFault, unreadableQuery } from "./query-fault.ts";
import { findKind, queryKinds } from "./registry.ts";
import type { AnyQueryKind } from "./registry.ts";
import { upgradeNode } from "./upgrade-node.ts";
import { UNRUNNABLE, unwrap, WRAPPERS } from "./wrappers.ts";

export interface ReadNode {
  kind: AnyQueryKind;
  node: unknown;
}

/**
 * Takes a node out of its wrappers, finds its kind, and reads it.
 * @param change changes the node, as it was sent, before it is read
 * @throws HogletError 400 `parse_error` in PostHog's words (reference/query.md 2.5)
 */
export function readNode(
  query: unknown,
  change: (kind: AnyQueryKind, node: RequestFields) => RequestFields = (_, node) => node,
): ReadNode {
  const { source, path } = unwrap(query);
  const name = source["kind"];
  if (typeof name !== "string")
    throw unreadableQuery([{ path: [...path, "kind"].join("."), message: "Field required" }]);
  if (UNRUNNABLE.has(name)) throw invalid(null, `Unsupported query kind: ${name}`);
  const kind = findKind(name);
  if (kind === undefined) throw unknownKind(name, path);
  const result = v.safeParse(kind.node, change(kind, upgradeNode(source)));
  if (result.success) return { kind, node: result.output };
  throw unreadableQuery(result.issues.map((issue) => toFault(kind.node, issue, [...path, name])));
}

function unknownKind(name: string, path: readonly string[]): HogletError {
  const part = absentPart(name);
  if (part !== undefined) {
    return invalid(
      null,
      `Unsupported query kind: ${name}. It belongs to a part of PostHog that hoglet does not answer: ${part}.`,
    );
  }
  const names = [...queryKinds().map(({ kind }) => kind), ...WRAPPERS];
  const tags = names.map((known) => `'${known}'`).join(", ");
  const message = `Input tag '${name}' found using 'kind' does not match any of the expected tags: ${tags}`;
  return unreadableQuery([{ path: path.join("."), message }]);
}
