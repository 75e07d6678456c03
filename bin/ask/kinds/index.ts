/**
 * The kinds of questions of `hoglet ask`. Each is one file: its flags, the query node that they make, its words, and the sheet of its
 * answer; commands, titles and sheets follow from this list.
 */
import type { AskKind } from "../kind.ts";
import { correlation } from "./correlation.ts";
import { funnel } from "./funnel.ts";
import { lifecycle } from "./lifecycle.ts";
import { paths } from "./paths.ts";
import { retention } from "./retention.ts";
import { stickiness } from "./stickiness.ts";
import { trends } from "./trends.ts";

export const askKinds: readonly AskKind[] = [trends, funnel, retention, lifecycle, stickiness, paths, correlation];

export { funnel };

/** The kind of a query node; undefined = `hoglet ask` has no such kind. */
export function kindOf(node: Readonly<Record<string, unknown>>): AskKind | undefined {
  return askKinds.find((kind) => kind.node === node["kind"]);
}
