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
 * The project that a command reads when none is named: that of the app in this folder, else the first. Says so where it is not the first.
 */
export async function projectOfApp(hoglet: Hoglet): Promise<number> {
  const app = tokenOfApp();
  const { id: first, api_token: own } = hoglet.project;
  if (app === null || app.token === own) return first;
  const { results } = await hoglet.projects.list({ limit: 1000 });
  const found = results.find(({ api_token: token }) => token === app.token);
  if (found === undefined) return first;
  printMessage(`Project ${found.id}, whose token ${app.file} has; --project ${first} reads the first.`);
  return found.id;
}
