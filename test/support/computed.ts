/**
 * The processor time of this process so far, in ms. Tests that work does not hang compare this time instead of the clock's,
 * which may be any number on a busy machine.
 */
export function computedMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
