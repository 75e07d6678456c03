/** The time zones of this browser, by their IANA names; UTC first. */
export function listTimeZones(): string[] {
  const known = Intl.supportedValuesOf("timeZone").filter((zone) => zone !== "UTC");
  return ["UTC", ...known];
}
