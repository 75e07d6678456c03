import { Command } from "commander";
import { addAsk } from "./commands/ask.ts";
import { addCompletion } from "./commands/completion.ts";
import { addCopy } from "./commands/copy.ts";
import { addDeletions } from "./commands/deletions.ts";
import { addDoctor } from "./commands/doctor.ts";
import { addEvents } from "./commands/events.ts";
import { addBackup } from "./commands/backup.ts";
import { addExport } from "./commands/export.ts";
import { addFunnel } from "./commands/funnel.ts";
import { addImport } from "./commands/import.ts";
import { addInit } from "./commands/init.ts";
import { addKeys } from "./commands/keys.ts";
import { addMcp } from "./commands/mcp.ts";
import { addOpenapi } from "./commands/openapi.ts";
import { addPersons } from "./commands/persons.ts";
import { addPlugins } from "./commands/plugins.ts";
import { addProjects } from "./commands/projects.ts";
import { addPromote } from "./commands/promote.ts";
import { addPull } from "./commands/pull.ts";
import { addPush } from "./commands/push.ts";
import { addQuery } from "./commands/query.ts";
import { addReadyz } from "./commands/readyz.ts";
import { addRebuild } from "./commands/rebuild.ts";
import { addRestore } from "./commands/restore.ts";
import { addRun } from "./commands/run.ts";
import { addSchema } from "./commands/schema.ts";
import { addServe } from "./commands/serve.ts";
import { addTail } from "./commands/tail.ts";
import { addTypes } from "./commands/types.ts";
import { settleEnvironment } from "./environment.ts";
import { commanderOutput } from "./print.ts";
import { VERSION } from "../lib/base/version.ts";

// commander (no dependencies, typed, the most used of its kind): flags with environment variables, suggestions for
// mistyped names, help, and usage errors as exceptions.

/**
 * The command line as commander's program; usage errors and --help are printed and then thrown as CommanderError.
 * @param environment is changed in place, see `settleEnvironment`
 */
export function createProgram(environment: NodeJS.ProcessEnv): Command {
  const program = new Command("hoglet")
    .description("Product analytics in one process over one SQLite file, for PostHog's clients.")
    .version(VERSION, "--version")
    .exitOverride()
    // The flags behind a command are its own, also where a command of commands has the same.
    .enablePositionalOptions()
    .configureOutput(commanderOutput)
    .showHelpAfterError("(hoglet --help lists the commands and flags)")
    .addHelpText("after", "\nWithout a command: hoglet [file] is hoglet serve [file].")
    .addHelpText("after", "Every flag can also be given as HOGLET_<FLAG>, the database as HOGLET_FILE; flags win.");
  addServe(program);
  addAsk(program);
  addFunnel(program);
  addEvents(program);
  addPersons(program);
  addSchema(program);
  addCompletion(program);
  addImport(program);
  addExport(program);
  addBackup(program);
  addCopy(program);
  addRestore(program);
  addInit(program);
  addKeys(program);
  addDeletions(program);
  addDoctor(program);
  addMcp(program);
  addOpenapi(program);
  addPlugins(program);
  addPromote(program);
  addPull(program);
  addProjects(program);
  addPush(program);
  addQuery(program);
  addReadyz(program);
  addRebuild(program);
  addRun(program);
  addTail(program);
  addTypes(program);
  settleEnvironment(program, environment);
  return program;
}
