import type { Command } from "commander";
import { whereFlag } from "../ask/question-flags.ts";
import { inFlagWords } from "../flag-words.ts";
import { flag, jsonFlag, toWholeNumber } from "../flag.ts";
import { addOutput } from "../output.ts";
import type { EventsFlags } from "../look/flags.ts";
import { addSource, openSource } from "../source.ts";

export function limitFlag(rows: number) {
  return flag("--limit <count>", "most rows")
    .argParser((text) => toWholeNumber(text, 1, Number.MAX_SAFE_INTEGER))
    .default(rows);
}

/** `hoglet events`: stored events, newest first. */
export function addEvents(program: Command): void {
  const command = program
    .command("events")
    .description("lists stored events, newest first")
    .addOption(flag("--event <name>", "only events of this name"))
    .addOption(flag("--distinct-id <id>", "only events of this distinct id"))
    .addOption(flag("--person <id>", "only events of this person: its UUID, with all of its distinct ids"))
    .addOption(whereFlag())
    .addOption(flag("--after <time>", "only events that happened later than this ISO time"))
    .addOption(flag("--before <time>", "only events that happened earlier"))
    .addOption(limitFlag(20));
  addOutput(addSource(command)).addOption(jsonFlag()).action(events);
}

async function events(flags: EventsFlags, command: Command): Promise<void> {
  const { listEvents } = await import("../look/events.ts");
  await using api = await openSource(flags, command);
  await inFlagWords(command, () => listEvents(api, flags));
}
