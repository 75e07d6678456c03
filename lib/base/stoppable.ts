/**
 * An async generator that can be left while it waits. A plain one notices `return()` only at its next `yield`, which
 * may never come; here `stop` is called first, and must end the wait. It may be called twice.
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
