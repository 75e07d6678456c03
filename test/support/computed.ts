/**
 * What this process has computed so far, in milliseconds. Tests that something does not hang look at this, and not at the time
 * that passes: on a crowded machine that is any number.
 */
export function computedMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
