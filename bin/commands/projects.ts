import type { Command } from "commander";
import type { Page, Project } from "../../lib/index.ts";
import { jsonFlag } from "../flag.ts";
import { print, printJson } from "../print.ts";
import { addPlace, openSource } from "../source.ts";
import type { SourceFlags } from "../source.ts";
import { toTable } from "../table.ts";

/** `hoglet projects`: the projects of a database, with their tokens and numbers of events. */
export function addProjects(program: Command): void {
  addPlace(program.command("projects").description("lists projects, with their tokens and numbers of events"))
    .addOption(jsonFlag())
    .action(projects);
}

async function projects(flags: SourceFlags & { json?: true }, command: Command): Promise<void> {
  // Any project: the list is of all.
  await using api = await openSource({ project: 1, ...flags }, command);
  const { results } = await api.at<Page<Project>>("/api/projects/");
  const listed = await Promise.all(
    results.map(async ({ id, name, api_token: token }) => {
      const { count } = await api.at<Page<unknown>>(`/api/projects/${id}/events/?limit=1`);
      return { id, name, token, events: count };
    }),
  );
  if (flags.json) printJson(listed);
  else {
    const rows = listed.map(({ id, name, token, events }) => [String(id), name, token, String(events)]);
    for (const line of toTable([["id", "name", "token", "events"], ...rows])) print(line);
  }
}
