/**
 * Wraps an async generator so that it can be left while it waits. A plain generator notices `return()` only at its next
 * `yield`, which may never come; here `stop` is called first, and must end the generator's wait. Stopping twice does no
 * harm.
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
