import { existsSync, readFileSync } from "node:fs";

/**
 * Which of the texts can be read in a database's file or its log. Only for a file that this process has not open: closing
 * another descriptor of it drops SQLite's locks.
 */
export function findInFiles(file: string, texts: readonly string[]): string[] {
  const bytes = [file, `${file}-wal`].filter((name) => existsSync(name)).map((name) => readFileSync(name));
  return texts.filter((text) => bytes.some((content) => content.includes(text)));
}
