import type { Command } from "commander";
import { inFlagWords } from "../flag-words.ts";
import { jsonFlag } from "../flag.ts";
import { addOutput } from "../output.ts";
import type { PersonsFlags } from "../look/flags.ts";
import { addSource, openSource } from "../source.ts";
import { whereFlag } from "../ask/question-flags.ts";
import { limitFlag } from "./events.ts";

/** `hoglet persons` and `hoglet person`: a list of all persons, and one person explained. */
export function addPersons(program: Command): void {
  const list = program
    .command("persons")
    .description("lists persons, newest first")
    .argument("[search]", "part of an email, or a whole distinct id or UUID")
    .addOption(whereFlag())
    .addOption(limitFlag(20));
  addOutput(addSource(list)).addOption(jsonFlag()).action(persons);
  const one = program
    .command("person")
    .description("explains one person: its ids, merges, properties with their history, and last events")
    .argument("<id>", "a distinct id, UUID or id, or an email");
  addOutput(addSource(one)).addOption(jsonFlag()).action(person);
}

async function persons(search: string | undefined, flags: PersonsFlags, command: Command): Promise<void> {
  const { listPersons } = await import("../look/persons.ts");
  await using api = await openSource(flags, command);
  await inFlagWords(command, () => listPersons(api, search, flags));
}

async function person(id: string, flags: Omit<PersonsFlags, "limit">, command: Command): Promise<void> {
  const { showPerson } = await import("../look/person.ts");
  await using api = await openSource(flags, command);
  await showPerson(api, id, flags);
}
