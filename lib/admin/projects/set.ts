import type { Context } from "../context.ts";
import { toJson } from "../../storage/index.ts";
import { eq, query } from "../../storage/queries/index.ts";
import { projects } from "../../storage/tables/index.ts";
import type { ProjectSettings } from "./settings.ts";

/** Absent settings stay. Call it inside `write`. */
export function setProject({ db }: Pick<Context, "db">, id: number, settings: ProjectSettings): void {
  if (Object.keys(settings).length === 0) return;
  // Built for each call: its columns are the given ones.
  query((q) => q.update(projects).set(toColumns(settings)).where(eq(projects.id, id))).run(db);
}

/** Undefined = the column stays. */
function toColumns(settings: ProjectSettings) {
  return {
    name: settings.name,
    timezone: settings.timezone,
    weekStartDay: settings.week_start_day,
    personDisplayNameProperties: toListJson(settings.person_display_name_properties),
    testAccountFilters: toListJson(settings.test_account_filters),
    pathCleaningFilters: toListJson(settings.path_cleaning_filters),
    anonymizeIps: toFlag(settings.anonymize_ips),
    personProcessingOptOut: toFlag(settings.person_processing_opt_out),
  } satisfies Record<KeysOf<ProjectSettings>, unknown>;
}

/** The table's members for the settings, so that none is forgotten. */
type KeysOf<Settings> = keyof {
  [Name in keyof Settings & string as CamelCase<Name>]: unknown;
};

type CamelCase<Text extends string> = Text extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Text;

function toListJson(list: readonly unknown[] | undefined): string | undefined {
  return list === undefined ? undefined : toJson(list);
}

function toFlag(isOn: boolean | undefined): number | undefined {
  return isOn === undefined ? undefined : Number(isOn);
}
