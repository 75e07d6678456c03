/** A part of a plan has no exact form in SQL: the question's rows are gathered instead. */
export class Unsupported extends Error {
  override readonly name = "Unsupported";
}

/** Gives up SQL for a plan. @param part names the part of the plan */
export function unsupported(part: string): never {
  throw new Unsupported(part);
}
