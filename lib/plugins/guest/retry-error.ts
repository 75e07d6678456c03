/** Thrown by a plugin that wants another try. The host recognises it by its name. */
export class RetryError extends Error {
  constructor(message?: string) {
    super(message);
    this.name = "RetryError";
  }
}
