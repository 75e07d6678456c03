import { isFields } from "../base/fields.ts";
import { findInsight } from "../questions/index.ts";
import type { RequestFields } from "../questions/index.ts";

// Versions of nodes (reference/query.md 1 and 4.9). Queries are kept as they were sent, and read in any version;
// `query/upgrade/` shows the newest.

/** A node with its parts in their newest version, through all wrappers and sources. */
export function upgradeNode(node: RequestFields): RequestFields {
  const upgraded = Object.fromEntries(
    Object.entries(node).map(([name, value]) => [
      name,
      SOURCES.has(name) && isFields(value) ? upgradeNode(value) : value,
    ]),
  );
  return findInsight(node["kind"])?.node.upgrade?.(upgraded) ?? upgraded;
}

/** The fields that hold another node. */
const SOURCES = new Set(["source", "funnelSource"]);
