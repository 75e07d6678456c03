/** Moves the clock of this process until the test ends. */
export function moveClock(movedMs: number): Disposable {
  const { now } = Date;
  Date.now = () => now() + movedMs;
  return { [Symbol.dispose]: () => void (Date.now = now) };
}
