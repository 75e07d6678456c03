import type { Change } from "../../admin/activity/index.ts";
import { conflict } from "../../base/errors.ts";
import type { FlagUpdate } from "./input.ts";
import type { FlagRecord } from "./record.ts";

/** @throws conflict when a field that the client changes was changed by another since the client read the flag */
export function refuseConflict(
  before: FlagRecord,
  { version, original_flag: original }: FlagUpdate,
  input: unknown,
): void {
  if (typeof version !== "number" || !original || before.version <= version) return;
  const wanted = input as Record<string, unknown>;
  const stored = before as unknown as Record<string, unknown>;
  const isLost = (field: string) =>
    field in stored && differ(stored[field], original[field]) && differ(stored[field], wanted[field]);
  const fields = Object.keys(wanted).filter((field) => !NOT_COMPARED.has(field) && field in original);
  if (!fields.some(isLost)) return;
  const by = before.last_modified_by?.first_name ?? "the program";
  throw conflict(
    null,
    `The feature flag was updated by ${by} since you started editing it. Please refresh and try again.`,
  );
}

const NOT_COMPARED = new Set([
  "version",
  "original_flag",
  "updated_at",
  "last_modified_by",
  "last_called_at",
  "status",
]);

function differ(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) !== JSON.stringify(b);
}

export function toActivity(before: FlagRecord, after: FlagRecord): string {
  if (before.deleted === after.deleted) return "updated";
  return after.deleted ? "deleted" : "restored";
}

const LOGGED = [
  "key",
  "name",
  "active",
  "deleted",
  "archived",
  "ensure_experience_continuity",
  "evaluation_runtime",
  "bucketing_identifier",
  "is_remote_configuration",
  "tags",
  "evaluation_tags",
] as const;

/** Filters hold values of properties, which must not reach the log: it only notes that they changed. */
export function toChanges(before: FlagRecord, after: FlagRecord): Change[] {
  const changes: Change[] = LOGGED.filter((field) => differ(before[field], after[field])).map((field) => ({
    type: "FeatureFlag",
    action: "changed",
    field,
    before: before[field],
    after: after[field],
  }));
  if (differ(before.filters, after.filters)) changes.push({ type: "FeatureFlag", action: "changed", field: "filters" });
  return changes;
}
