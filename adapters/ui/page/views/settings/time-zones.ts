/** The time zones that this browser knows, by their IANA names; UTC is the first. */
export function listTimeZones(): string[] {
  const known = Intl.supportedValuesOf("timeZone").filter((zone) => zone !== "UTC");
  return ["UTC", ...known];
}
