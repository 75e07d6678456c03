/** A thrown value that crosses the border. */
export interface Thrown {
  /** Null = not an error. */
  name: string | null;
  message: string;
  stack?: string;
}

export function toError({ name, message }: Thrown): Error {
  const error = new Error(message);
  if (name !== null) error.name = name;
  return error;
}

/** Errors, texts, null, objects without a message. */
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
