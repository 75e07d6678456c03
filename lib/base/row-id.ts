import { notFound } from "./errors.ts";

/** The number of a row that a path or a method names. @throws notFound for a text that is no whole number, as for an unknown id */
export function toRowId(id: number | string): number {
  if (/^\d{1,15}$/.test(String(id))) return Number(id);
  throw notFound();
}
