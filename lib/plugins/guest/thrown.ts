/** What was thrown, as it crosses the border. */
export interface Thrown {
  /** Null = what was thrown is no error. */
  name: string | null;
  message: string;
  stack?: string;
}

/** Makes an error of what the host says was thrown. */
export function toError({ name, message }: Thrown): Error {
  const error = new Error(message);
  if (name !== null) error.name = name;
  return error;
}

/** Describes anything that a plugin threw: errors, texts, null, objects without a message. */
export function toThrown(thrown: unknown): Thrown {
  try {
    if (thrown instanceof Error || isErrorLike(thrown)) {
      const { name, message, stack } = thrown as Error;
      return { name: String(name), message: String(message), ...(stack !== undefined && { stack: String(stack) }) };
    }
    return { name: null, message: typeof thrown === "object" ? JSON.stringify(thrown) : String(thrown) };
  } catch {
    return { name: null, message: "A value that cannot be shown was thrown." };
  }
}

function isErrorLike(thrown: unknown): boolean {
  return typeof thrown === "object" && thrown !== null && "message" in thrown && "name" in thrown;
}
