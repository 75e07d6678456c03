import * as v from "valibot";

/** Settings of a flag, sent, stored, shown, logged, exported and imported alike, each in the column of its name. */
export const FlagSettings = v.object({
  /** The description, under PostHog's name. */
  name: v.string(),
  active: v.boolean(),
  archived: v.boolean(),
  /** True = persons keep the value that they had before they were identified. */
  ensure_experience_continuity: v.boolean(),
  evaluation_runtime: v.picklist(["all", "client", "server"]),
  bucketing_identifier: v.picklist(["distinct_id", "device_id"]),
  is_remote_configuration: v.boolean(),
  tags: v.array(v.string()),
  /** The contexts in which it is evaluated; empty = all. */
  evaluation_tags: v.array(v.string()),
});
export interface FlagSettings extends v.InferOutput<typeof FlagSettings> {}

export const NEW_FLAG: FlagSettings = {
  name: "",
  active: true,
  archived: false,
  ensure_experience_continuity: false,
  evaluation_runtime: "all",
  bucketing_identifier: "distinct_id",
  is_remote_configuration: false,
  tags: [],
  evaluation_tags: [],
};

export const FLAG_SETTINGS = Object.keys(FlagSettings.entries) as (keyof FlagSettings)[];
