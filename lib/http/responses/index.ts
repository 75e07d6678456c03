import type * as v from "valibot";
import { Activity } from "../../admin/activity/index.ts";
import { ActionAnswer, PluginConfig } from "../../operations/index.ts";
import { Cohort } from "../../people/cohorts/index.ts";
import { Dashboard, SavedInsight } from "./saved.ts";
import { Deletion } from "./deletion.ts";
import { ErrorBody } from "./error.ts";
import { Event } from "./event.ts";
import { Group } from "./group.ts";
import { Import } from "./import.ts";
import { NewPersonalApiKey, PersonalApiKey } from "./key.ts";
import { Person } from "../../people/persons/index.ts";
import { PluginLogRecord, PluginRecord } from "../../plugins/index.ts";
import { Project } from "./project.ts";
import { IngestionWarning } from "./warning.ts";

/** The shapes with a name of their own in the OpenAPI document; all others are written where they occur. */
export const components: Readonly<Record<string, v.GenericSchema>> = {
  Action: ActionAnswer,
  Activity,
  Cohort,
  Dashboard,
  Deletion,
  Error: ErrorBody,
  Event,
  Group,
  Import,
  IngestionWarning,
  NewPersonalApiKey,
  Person,
  PersonalApiKey,
  Plugin: PluginRecord,
  PluginConfig,
  PluginLog: PluginLogRecord,
  Project,
  SavedInsight,
};
