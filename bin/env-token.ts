import { existsSync, readFileSync } from "node:fs";
import type { Hoglet } from "../lib/index.ts";
import { printMessage } from "./print.ts";

/** Where `hoglet init` writes an app's token, in the order in which frameworks read them. */
const FILES = [".env.local", ".env"];

/** The project token of the app in this folder, and the file that has it; null = no file has one. */
export function tokenOfApp(): { token: string; file: string } | null {
  for (const file of FILES) {
    if (!existsSync(file)) continue;
    const line = /^[ \t]*(?:export[ \t]+)?\w*POSTHOG_KEY[ \t]*=[ \t]*(["']?)(phc_[\x21-\x7e]{1,60}?)\1[ \t]*$/m;
    const token = line.exec(readFileSync(file, "utf8"))?.[2];
    if (token !== undefined) return { token, file };
  }
  return null;
}

/**
 * The project that a command reads when none is named: that of the app in this folder, else the first. Prints which
 * project that is, where there are several.
 */
export async function projectOfApp(hoglet: Hoglet): Promise<number> {
  const { id: first } = hoglet.project;
  const { results, count } = await hoglet.projects.list({ limit: 1000 });
  if (count < 2) return first;
  const app = tokenOfApp();
  const found = results.find(({ id, api_token: token }) => id !== first && token === app?.token);
  if (app === null || found === undefined) {
    sayFirst(first, count);
    return first;
  }
  printMessage(`Project ${found.id}, whose token ${app.file} has; --project ${first} reads the first.`);
  return found.id;
}

/** Says that a command reads the first of several projects. */
export function sayFirst(id: number, count: number): void {
  printMessage(`Project ${id}, the first of ${count}; hoglet projects lists them with their events.`);
}
