import { styleText } from "node:util";

/** The meaning of a colour. */
export type Tone = "title" | "faint" | "main" | "second" | "third" | "fourth" | "good" | "bad" | "note";

const STYLES: Record<Tone, Parameters<typeof styleText>[0]> = {
  title: "bold",
  faint: "dim",
  main: "cyan",
  second: "magenta",
  third: "yellow",
  fourth: "blue",
  good: "green",
  bad: "red",
  note: "yellow",
};

/** Colours a text, or leaves it as it is. */
export type Paint = (tone: Tone | undefined, text: string) => string;

/** The paint of an output: with colours, or none. */
export function createPaint(hasColour: boolean): Paint {
  return (tone, text) =>
    !hasColour || tone === undefined || text === "" ? text : styleText(STYLES[tone], text, { validateStream: false });
}

/**
 * May an output have colours? By https://no-color.org and https://force-color.org: a flag decides, then NO_COLOR, then
 * FORCE_COLOR, then whether it is a terminal that can.
 */
export function mayPaint(isTerminal: boolean, given: boolean | undefined, environment: NodeJS.ProcessEnv): boolean {
  if (given !== undefined) return given;
  const { NO_COLOR: no = "", FORCE_COLOR: force = "", TERM: term } = environment;
  if (no !== "") return false;
  if (force !== "") return force !== "0";
  return isTerminal && term !== "dumb";
}
