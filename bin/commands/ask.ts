import { InvalidArgumentError } from "commander";
import type { Command } from "commander";
import { didYouMean } from "../../lib/base/nearest.ts";
import type { AskKind } from "../ask/kind.ts";
import { askKinds } from "../ask/kinds/index.ts";
import { addFilters, shared } from "../ask/question-flags.ts";
import type { QuestionFlags } from "../ask/question-flags.ts";
import type { AskHow } from "../ask/run.ts";
import type { Api } from "../api.ts";
import { inFlagWords } from "../flag-words.ts";
import { flag } from "../flag.ts";
import { addOutput, chooseOutput } from "../output.ts";
import type { OutputFlags } from "../output.ts";
import { addSource, openSource } from "../source.ts";
import type { SourceFlags } from "../source.ts";
import { stopSignal } from "../stop-signal.ts";

/** The flags of how a question is asked and shown. */
interface AskFlags extends SourceFlags, OutputFlags, QuestionFlags {
  watch?: number;
  showQuery?: true;
  query?: string;
  /** JSON has the results alone; set by `hoglet funnel --json`. */
  isBare?: true;
}

/**
 * `hoglet ask`: every kind of question, saved insights and query nodes, to a file or a running server.
 *
 * A question becomes a query node of the API (`ask/kinds`, a file for each), names are checked (`ask/names`), and the API answers it, in process or
 * over HTTP (`api`). Each kind makes a sheet of its answer (`ask/sheet`): sentences and a table for people, rows for programs, which
 * `ask/show` writes in the wanted format.
 */
export function addAsk(program: Command): void {
  const ask = program
    .command("ask")
    .description("answers trends, funnels and all other kinds of questions, and saved insights")
    .argument("[insight]", "a saved insight, by its name or short id")
    .usage("[options] [insight] | ask <kind> …")
    // A misspelt kind with its events: the sentence about the kind helps more than one about their number.
    .allowExcessArguments()
    // The flags of a kind stand behind its name, and are its own.
    .enablePositionalOptions();
  addFilters(ask.addOption(flag("--query <file>", "a query node as JSON; - = stdin")));
  addHow(ask).action(askStored);
  for (const kind of askKinds) {
    const { name, summary, argument } = kind;
    const command = addQuestion(ask.command(name).description(summary), kind);
    if (argument === null) {
      command.action((flags: AskFlags, own: Command) => askOne(kind, [], flags, own));
    } else {
      command
        .argument(argument, "names of events")
        .action((events: string | string[] | undefined, flags: AskFlags, own: Command) =>
          askOne(kind, [events ?? []].flat(), flags, own),
        );
    }
  }
}

/** Adds the flags of a kind of question. */
export function addQuestion(command: Command, kind: AskKind): Command {
  for (const option of kind.options()) command.addOption(option);
  addFilters(command).addOption(shared.testAccounts());
  if (kind.isOfGroups) command.addOption(shared.group());
  return addHow(command);
}

/** Adds the flags of the source and of the output. */
function addHow(command: Command): Command {
  return addOutput(addSource(command))
    .addOption(
      flag("--watch [seconds]", "ask again every so many seconds (2), until interrupted")
        .preset("2")
        .argParser(toSeconds),
    )
    .addOption(flag("--show-query", "print the question as a query node, for --query and the API"));
}

/** The shortest pause between two looks, in seconds: less would keep a terminal busy. */
const LEAST_PAUSE = 0.1;

function toSeconds(text: string): number {
  const seconds = Number(text);
  if (/^\d{1,5}(?:\.\d+)?$/.test(text) && seconds >= LEAST_PAUSE) return seconds;
  throw new InvalidArgumentError(`Expected seconds, ${LEAST_PAUSE} at least.`);
}

/** Asks one question of flags. */
export async function askOne(kind: AskKind, named: string[], flags: AskFlags, command: Command): Promise<void> {
  const events = [...named, ...(flags.events ?? [])];
  const { name, least = 0, most = Infinity } = kind;
  if (events.length + (flags.actions?.length ?? 0) < least) {
    const wanted = least === 1 ? "an event" : `${least} events`;
    command.error(`error: a ${name} needs ${wanted}, such as: hoglet ask ${name} "signed up" paid`);
  }
  if (events.length > most)
    command.error(`error: a ${name} has ${most === 1 ? "one event" : `${most} events`} at most.`);
  const { askKind } = await import("../ask/run.ts");
  const asked = { ...flags, events };
  await withSource(flags, command, (api, how) => inFlagWords(command, () => askKind(api, kind, asked, how)));
}

async function askStored(name: string | undefined, flags: AskFlags, command: Command): Promise<void> {
  const { query } = flags;
  if (command.args.length > 1) {
    const kinds = askKinds.map((kind) => kind.name);
    command.error(`error: unknown kind '${name}'.${didYouMean(name ?? "", kinds)} The kinds are ${kinds.join(", ")}.`);
  }
  if ((name === undefined) === (query === undefined)) {
    command.error(
      name === undefined
        ? "error: name a kind (hoglet ask trends), a saved insight, or --query <file>."
        : "error: a saved insight and --query exclude each other.",
    );
  }
  const { askQuery, askSaved, readQuestion } = await import("../ask/run.ts");
  await withSource(flags, command, async (api, how) => {
    if (query !== undefined) return askQuery(api, await readQuestion(api, query), flags, how);
    if (name !== undefined) await askSaved(api, name, flags, how);
  });
}

async function withSource(
  flags: AskFlags,
  command: Command,
  run: (api: Api, how: AskHow) => Promise<void>,
): Promise<void> {
  const stop = new AbortController();
  if (flags.watch !== undefined) {
    void stopSignal().then(() => stop.abort());
    // `hoglet ask … --watch | head` closes the pipe, which ends the command.
    process.stdout.on("error", () => stop.abort());
  }
  await using api = await openSource(flags, command);
  const kind = { showsQuery: flags.showQuery === true, isBare: flags.isBare === true };
  await run(api, { output: chooseOutput(flags), watch: flags.watch, signal: stop.signal, ...kind });
}
