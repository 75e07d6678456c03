import type { RequestFields } from "../questions/index.ts";

// Versions of nodes (reference/query.md 1 and 4.9). Queries are kept as they were sent, and read in any of these forms; `query/upgrade/`
// shows the newest.

/** A node with its parts in their newest version, through all wrappers and sources. */
export function upgradeNode(node: RequestFields): RequestFields {
  const upgraded = Object.fromEntries(
    Object.entries(node).map(([name, value]) => [
      name,
      SOURCES.has(name) && isRecord(value) ? upgradeNode(value) : value,
    ]),
  );
  return UPGRADES[String(node["kind"])]?.(upgraded) ?? upgraded;
}

/** The fields that hold another node. */
const SOURCES = new Set(["source", "funnelSource"]);

function isRecord(value: unknown): value is RequestFields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const UPGRADES: Readonly<Record<string, (node: RequestFields) => RequestFields>> = {
  RetentionQuery: upgradeRetention,
  TrendsQuery: (node) => upgradeBreakdown(upgradeCompare(node, "trendsFilter")),
  FunnelsQuery: upgradeBreakdown,
  StickinessQuery: (node) => upgradeCompare(node, "stickinessFilter"),
};

/** `showMean` became `meanRetentionCalculation`. */
function upgradeRetention(node: RequestFields): RequestFields {
  const filter = node["retentionFilter"];
  if (!isRecord(filter) || !Object.hasOwn(filter, "showMean")) return node;
  const { showMean, ...rest } = filter;
  const mean = rest["meanRetentionCalculation"] ?? (showMean === true ? "simple" : "none");
  return { ...node, retentionFilter: { ...rest, meanRetentionCalculation: mean }, version: 2 };
}

/** `compare` moved out of the insight's own filter. */
function upgradeCompare(node: RequestFields, name: string): RequestFields {
  const filter = node[name];
  if (!isRecord(filter) || !Object.hasOwn(filter, "compare")) return node;
  const { compare, ...rest } = filter;
  return { ...node, [name]: rest, compareFilter: node["compareFilter"] ?? { compare } };
}

/** `breakdown` was an object before it was called `breakdownFilter`. */
function upgradeBreakdown(node: RequestFields): RequestFields {
  const { breakdown, ...rest } = node;
  return isRecord(breakdown) ? { ...rest, breakdownFilter: node["breakdownFilter"] ?? breakdown } : node;
}
