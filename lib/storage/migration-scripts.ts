import { readFileSync } from "node:fs";

export const MIGRATIONS: readonly string[] = tags().map((tag) => read(`${tag}.sql`));

function tags(): string[] {
  const { entries } = JSON.parse(read("meta/_journal.json")) as { entries: { tag: string }[] };
  return entries.map(({ tag }) => tag);
}

function read(name: string): string {
  return readFileSync(new URL(`./migrations/${name}`, import.meta.url), "utf8");
}
