import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";

// A file beside the database says that it follows: the database itself has nothing of its own.

interface Following {
  /** The name of the first's database. */
  database: string;
  url: string;
  /** The name of its take-over, once one was tried. */
  takeOver?: string;
}

const nameOf = (file: string) => `${file}.follow`;

/** Null = the database follows none. */
export function readFollowing(file: string): Following | null {
  const name = nameOf(file);
  return existsSync(name) ? (JSON.parse(readFileSync(name, "utf8")) as Following) : null;
}

/** The address of the hoglet that a database's file follows; null = none. */
export function followedBy(file: string): string | null {
  return readFollowing(file)?.url ?? null;
}

/** Before the first page is written. */
export function writeFollowing(file: string, following: Following): void {
  const draft = `${nameOf(file)}.new`;
  writeFileSync(draft, JSON.stringify(following), { mode: 0o600 });
  renameSync(draft, nameOf(file));
}

/** Names the take-over of a database, before it claims or begins anything: a process that is started later finishes it. */
export function nameTakeOver(file: string): string {
  const following = readFollowing(file);
  if (following === null) throw new Error(`${file} follows none.`);
  if (following.takeOver !== undefined) return following.takeOver;
  const takeOver = randomBytes(8).toString("hex");
  writeFollowing(file, { ...following, takeOver });
  return takeOver;
}

/** The database is a first from now on. */
export function removeFollowing(file: string): void {
  rmSync(nameOf(file), { force: true });
}
