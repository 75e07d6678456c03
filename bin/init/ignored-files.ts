import type { Change } from "./change.ts";

const FILE = ".gitignore";
const LINE = "hoglet.db*";

/**
 * Adds the database that `hoglet` keeps in the folder, with its log and key, to the files that git leaves out.
 * @param text null = there is no file
 */
export function addIgnored(text: string | null): Change {
  const isThere = /^\/?(?:hoglet|\*)\.db\*[ \t]*$/m.test(text ?? "");
  if (isThere) return { file: FILE, says: [], content: null };
  const before = text === null || text === "" || text.endsWith("\n") ? (text ?? "") : `${text}\n`;
  return { file: FILE, says: [`adds ${LINE}`], content: `${before}${LINE}\n` };
}
