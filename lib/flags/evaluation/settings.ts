/**
 * The settings of a flag: fields that are sent, stored, shown, logged, exported and imported as they are, each in the column
 * of its name.
 */
export interface FlagSettings {
  /** The description, under PostHog's name. */
  name: string;
  active: boolean;
  archived: boolean;
  /** True = persons keep the value that they had before they were identified. */
  ensure_experience_continuity: boolean;
  evaluation_runtime: "all" | "client" | "server";
  bucketing_identifier: "distinct_id" | "device_id";
  is_remote_configuration: boolean;
  tags: string[];
  /** The contexts in which it is evaluated; empty = all. */
  evaluation_tags: string[];
}

/** The settings of a new flag. */
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

/** Their names. */
export const FLAG_SETTINGS = Object.keys(NEW_FLAG) as (keyof FlagSettings)[];
