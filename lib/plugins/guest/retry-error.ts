/** Thrown by a plugin that wants to be tried again. The host knows it by its name. */
export class RetryError extends Error {
  constructor(message?: string) {
    super(message);
    this.name = "RetryError";
  }
}
