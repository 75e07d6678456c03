import type * as v from "valibot";
import { Activity } from "../admin/activity/index.ts";
import { WireProject } from "../admin/projects/index.ts";
import { IngestionWarning } from "../admin/warnings/index.ts";
import { Event } from "../log/list/index.ts";
import { WireAction, NewWireKey, WirePluginConfig, WireKey } from "../operations/index.ts";
import { Cohort } from "../people/cohorts/index.ts";
import { Deletion } from "../people/deletion/index.ts";
import { Group } from "../people/groups/index.ts";
import { ErrorBody } from "./error-body.ts";
import { Person } from "../people/persons/index.ts";
import { SavedInsight, WireDashboard } from "../query/saved/index.ts";
import { ShownUpload } from "../uploads/index.ts";
import { PluginLogRecord, PluginRecord } from "../plugins/index.ts";

/** The shapes with a name of their own in the OpenAPI document; all others are written where they occur. */
export const components: Readonly<Record<string, v.GenericSchema>> = {
  Action: WireAction,
  Activity,
  Cohort,
  Dashboard: WireDashboard,
  Deletion,
  Error: ErrorBody,
  Event,
  Group,
  Import: ShownUpload,
  IngestionWarning,
  NewPersonalApiKey: NewWireKey,
  Person,
  PersonalApiKey: WireKey,
  Plugin: PluginRecord,
  PluginConfig: WirePluginConfig,
  PluginLog: PluginLogRecord,
  Project: WireProject,
  SavedInsight,
};
