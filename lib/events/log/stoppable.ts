/**
 * An async generator that can be left while it waits. A plain one takes note of `return()` only at its next `yield`, which
 * may never come; here `stop` is called first, and must make the generator stop waiting. Stopping twice does no harm.
 */
export function toStoppable<T>(
  generator: AsyncGenerator<T, void>,
  stop: () => unknown,
): AsyncIterableIterator<T, void> {
  return {
    next: () => generator.next(),
    return: async () => {
      await stop();
      return generator.return();
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
