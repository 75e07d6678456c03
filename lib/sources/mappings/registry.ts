import { amplitude, amplitudeMerges } from "./amplitude.ts";
import { ga4 } from "./ga4.ts";
import { heapEvents, heapMigrations, heapSessions, heapUsers } from "./heap.ts";
import type { SourceName } from "../../base/source-names.ts";
import type { First, Mapping } from "./mapping.ts";
import { matomo, matomoTable } from "./matomo.ts";
import { mixpanel, mixpanelProfiles } from "./mixpanel.ts";
import {
  posthogEvents,
  posthogEventsTable,
  posthogPersons,
  posthogPersonsList,
  posthogPersonsTable,
  posthogRequests,
} from "./posthog.ts";
import { plausible } from "./plausible.ts";
import { rudderstack, segment } from "./segment.ts";
import { rudderstackTables, segmentTables } from "./segment-tables.ts";
import { umamiData, umamiEvents } from "./umami.ts";

/** Every mapping; the first that fits a file's beginning is its own. */
const MAPPINGS: readonly Mapping[] = [
  amplitude,
  amplitudeMerges,
  mixpanel,
  mixpanelProfiles,
  rudderstack,
  segment,
  ga4,
  matomo,
  matomoTable,
  posthogPersons,
  posthogEvents,
  posthogRequests,
  posthogPersonsTable,
  posthogPersonsList,
  umamiEvents,
  umamiData,
  plausible,
  heapUsers,
  heapMigrations,
  heapEvents,
  heapSessions,
  rudderstackTables,
  segmentTables,
  posthogEventsTable,
];

/** The mapping of a file by its beginning; undefined = it is nothing that is known. */
export function recognise(first: First): Mapping | undefined {
  return MAPPINGS.find((mapping) => mapping.fits(first));
}

/** The mapping that a source's files have when their beginning does not tell. */
export function mainMapping(source: SourceName): Mapping | undefined {
  return MAPPINGS.find((mapping) => mapping.source === source);
}
