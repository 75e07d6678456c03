/** Null = not given: the default applies. */
export interface EventOptions {
  cookielessMode: boolean | null;
  /** Use the timestamp unchanged. */
  disableSkewCorrection: boolean | null;
  /** False = a personless event. */
  processPersonProfile: boolean | null;
  productTourId: string | number | null;
}

/**
 * The `options` of a v1 event (reference/capture.md 8.2): an object whose flags may be texts (`"true"`, `"1"`,
 * `"false"`, `"0"`) or numbers (0 = false). Unknown options are ignored; null means "not given", even for the whole.
 * Returns null for an unreadable option.
 */
export function parseOptions(value: unknown): EventOptions | null {
  if (typeof value !== "object" || Array.isArray(value)) return null;
  const given = (value ?? {}) as Record<string, unknown>;
  const cookielessMode = toFlag(given["cookieless_mode"]);
  const disableSkewCorrection = toFlag(given["disable_skew_correction"]);
  const processPersonProfile = toFlag(given["process_person_profile"]);
  const productTourId = toTourId(given["product_tour_id"]);
  if (cookielessMode === undefined || disableSkewCorrection === undefined) return null;
  if (processPersonProfile === undefined || productTourId === undefined) return null;
  return { cookielessMode, disableSkewCorrection, processPersonProfile, productTourId };
}

const FLAG_TEXTS = new Map([
  ["true", true],
  ["1", true],
  ["false", false],
  ["0", false],
]);

/** Undefined = unreadable. */
function toFlag(value: unknown): boolean | null | undefined {
  if (value === undefined || value === null) return null;
  if (typeof value === "boolean") return value;
  if (typeof value === "number") return value !== 0;
  return typeof value === "string" ? FLAG_TEXTS.get(value.trim().toLowerCase()) : undefined;
}

function toTourId(value: unknown): string | number | null | undefined {
  if (value === undefined || value === null) return null;
  if (typeof value === "string") return value;
  return typeof value === "number" && Number.isSafeInteger(value) ? value : undefined;
}
