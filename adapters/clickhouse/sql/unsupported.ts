/** A part of a plan has no exact form in SQL: its rows are gathered instead. */
export class Unsupported extends Error {
  override readonly name = "Unsupported";
}

/** @param part names the part of the plan */
export function unsupported(part: string): never {
  throw new Unsupported(part);
}
