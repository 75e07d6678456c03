import { AssertionError } from "node:assert";

/** Node's AssertionError without `diff`, which Vitest would print as the difference. */
export function assertionError(options: ConstructorParameters<typeof AssertionError>[0]): AssertionError {
  const error = new AssertionError(options);
  Reflect.deleteProperty(error, "diff");
  return error;
}
