/** The runners of every kind of plan: the table that the engine is opened with, in the process and in its threads. */
import { sliceRunner } from "../engines/columns/index.ts";
import type { AnyRunner } from "../engines/columns/index.ts";
import { correlationColumns } from "./correlation/columns/index.ts";
import { catalogueColumns } from "./definitions/columns/index.ts";
import { funnelColumns } from "./funnel/columns/index.ts";
import { lifecycleColumns } from "./lifecycle/columns/index.ts";
import { matchingColumns } from "./matching/columns/index.ts";
import { pathColumns } from "./paths/columns/index.ts";
import { retentionColumns } from "./retention/columns/index.ts";
import { sharedColumns } from "./shared/columns/index.ts";
import { stickinessColumns } from "./stickiness/columns/index.ts";
import { trendColumns } from "./trend/columns/index.ts";
import { visitColumns } from "./visits/columns/index.ts";

/** A function, since loading them takes a process milliseconds. */
export function columnRunners(): readonly AnyRunner[] {
  const kinds = [
    ...sharedColumns,
    ...catalogueColumns,
    ...trendColumns,
    ...lifecycleColumns,
    ...stickinessColumns,
    ...retentionColumns,
    ...funnelColumns,
    ...correlationColumns,
    ...pathColumns,
    ...visitColumns,
    ...matchingColumns,
  ];
  return [...kinds, sliceRunner(kinds)];
}
