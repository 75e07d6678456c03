import type { Context } from "../context.ts";
import { toJson } from "../../storage/index.ts";
import type { ProjectSettings } from "./settings.ts";

/** Writes settings into a project's row; absent settings stay. Call it inside `write`. */
export function setProject({ db }: Pick<Context, "db">, id: number, settings: ProjectSettings): void {
  for (const [name, value] of Object.entries(settings)) {
    // Names in the schema equal the names of columns.
    db.sql(`UPDATE projects SET ${name} = ? WHERE id = ?`).run(toColumn(value), id);
  }
}

function toColumn(value: unknown): string | number {
  if (typeof value === "boolean") return value ? 1 : 0;
  return typeof value === "string" || typeof value === "number" ? value : toJson(value);
}
