import type { Argument, Command, Option } from "commander";

/** The words that may come next on a command line. */
export interface Candidates {
  /** Values with a few words about each. */
  values: { value: string; about: string }[];
  /** May it be a file? */
  isFile: boolean;
}

/** The names of a database that may come next. */
export type NameKind = "events" | "insights";

/** Reads names from the database that the words name. */
export type ReadNames = (kind: NameKind, words: readonly string[]) => Promise<string[]>;

/**
 * The candidates for the last word of a command line, from commander's own tree: commands, flags, the choices of values, and names
 * of the database.
 * @param words behind `hoglet`, without the last; @param last may be empty
 */
export async function toCandidates(
  program: Command,
  words: readonly string[],
  last: string,
  readNames: ReadNames,
): Promise<Candidates> {
  const { command, option, operands, isAfterDashes } = walk(program, words);
  if (!isAfterDashes && last.startsWith("-")) {
    const [, name = "", given] = /^(--[^=]+)=(.*)$/s.exec(last) ?? [];
    const own = given === undefined ? undefined : findOption(command, name);
    if (own !== undefined) return ofOption(own, `${name}=`);
    return filter({ values: flagsOf(command), isFile: false });
  }
  if (option?.required === true && !option.variadic) return ofOption(option, "");
  const found = option === null ? none() : await ofOption(option, "");
  const argument = argumentAt(command, operands);
  const rest = argument === undefined ? none() : await ofArgument(argument);
  const commands = operands === 0 && !isAfterDashes ? commandsOf(command) : [];
  return filter({ values: [...found.values, ...commands, ...rest.values], isFile: found.isFile || rest.isFile });

  async function ofOption(own: Option, prefix: string): Promise<Candidates> {
    const names = await named(OPTION_NAMES[own.long ?? ""]);
    const values = [...(own.argChoices ?? []), ...names].map((value) => ({ value: prefix + value, about: "" }));
    return filter({ values, isFile: values.length === 0 && isFileName(own.flags) });
  }

  async function ofArgument(own: Argument): Promise<Candidates> {
    const names = await named(ARGUMENT_NAMES[own.name()]);
    const values = [...(own.argChoices ?? []), ...names].map((value) => ({ value, about: "" }));
    return { values, isFile: values.length === 0 && isFileName(own.name()) };
  }

  async function named(kind: NameKind | undefined): Promise<string[]> {
    return kind === undefined ? [] : readNames(kind, words);
  }

  function filter({ values, isFile }: Candidates): Candidates {
    // A name may be the value of a flag that takes several, and an argument.
    const distinct = new Map(values.map((one) => [one.value, one]));
    return { values: [...distinct.values()].filter(({ value }) => value.startsWith(last)), isFile };
  }
}

/** Flags and arguments whose values are names of the database. */
const OPTION_NAMES: Readonly<Record<string, NameKind>> = {
  "--event": "events",
  "--events": "events",
  "--exclude": "events",
  "--target": "events",
  "--returning": "events",
};
const ARGUMENT_NAMES: Readonly<Record<string, NameKind>> = { event: "events", events: "events", insight: "insights" };

function none(): Candidates {
  return { values: [], isFile: false };
}

/** The place on the command line that the words lead to. */
interface Place {
  command: Command;
  /** The flag whose value may come next. */
  option: Option | null;
  /** The number of arguments that were given. */
  operands: number;
  /** Is the place behind `--`, where all words are arguments? */
  isAfterDashes: boolean;
}

function walk(program: Command, words: readonly string[]): Place {
  const place: Place = { command: program, option: null, operands: 0, isAfterDashes: false };
  for (const word of words) {
    const { command, option, operands, isAfterDashes } = place;
    if (isAfterDashes) place.operands += 1;
    else if (word === "--") Object.assign(place, { isAfterDashes: true, option: null });
    else if (word.startsWith("-")) {
      const own = word.includes("=") ? undefined : findOption(command, word);
      place.option = own !== undefined && (own.required || own.optional) ? own : null;
    } else if (option !== null) place.option = option.variadic ? option : null;
    else {
      const below = operands === 0 ? command.commands.find((each) => each.name() === word) : undefined;
      if (below === undefined) place.operands += 1;
      else place.command = below;
    }
  }
  return place;
}

function findOption({ options }: Command, word: string): Option | undefined {
  return options.find(({ long, short }) => long === word || short === word);
}

function flagsOf(command: Command): Candidates["values"] {
  const { options } = command;
  const own = options
    .filter(({ hidden }) => !hidden)
    .flatMap(({ long, short, description }) => {
      // A flag with two long forms is offered by the shorter.
      const name = short?.startsWith("--") === true ? short : long;
      return name == null ? [] : [{ value: name, about: description }];
    });
  return [...own, { value: "--help", about: "display help for command" }];
}

function commandsOf({ commands }: Command): Candidates["values"] {
  return commands.map((command) => ({ value: command.name(), about: command.description() }));
}

function argumentAt({ registeredArguments: known }: Command, place: number): Argument | undefined {
  const last = known.at(-1);
  return known[place] ?? (last?.variadic === true ? last : undefined);
}

function isFileName(text: string): boolean {
  return /\b(?:file|folder|path|source)\b/.test(text);
}
