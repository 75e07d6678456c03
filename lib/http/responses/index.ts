import type * as v from "valibot";
import { Action } from "./action.ts";
import { Cohort } from "./cohort.ts";
import { Dashboard, SavedInsight } from "./saved.ts";
import { Deletion } from "./deletion.ts";
import { ErrorBody } from "./error.ts";
import { Event } from "./event.ts";
import { Group } from "./group.ts";
import { Import } from "./import.ts";
import { Activity } from "./history.ts";
import { NewPersonalApiKey, PersonalApiKey } from "./key.ts";
import { Person } from "./person.ts";
import { PluginConfig, PluginLog } from "./plugin-config.ts";
import { Plugin } from "./plugin.ts";
import { Project } from "./project.ts";
import { IngestionWarning } from "./warning.ts";

/** The shapes with a name of their own in the OpenAPI document; all others are written where they occur. */
export const components: Readonly<Record<string, v.GenericSchema>> = {
  Action,
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
  Plugin,
  PluginConfig,
  PluginLog,
  Project,
  SavedInsight,
};
