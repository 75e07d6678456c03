import { conflict } from "../../base/errors.ts";
import type { FlagUpdate } from "./input.ts";
import type { FlagRecord } from "./record.ts";

/** @throws conflict when a field that the client changes was changed since the client read the flag */
export function refuseConflict(before: FlagRecord, { version, original_flag: original, ...wanted }: FlagUpdate): void {
  if (typeof version !== "number" || !original || before.version <= version) return;
  const stored = before as unknown as Record<string, unknown>;
  const isLost = (field: string) =>
    field in stored &&
    differ(stored[field], original[field]) &&
    differ(stored[field], wanted[field as keyof typeof wanted]);
  const fields = Object.keys(wanted).filter((field) => field in original);
  if (!fields.some(isLost)) return;
  const by = before.last_modified_by?.first_name ?? "the program";
  throw conflict(
    null,
    `The feature flag was updated by ${by} since you started editing it. Please refresh and try again.`,
  );
}

function differ(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) !== JSON.stringify(b);
}
