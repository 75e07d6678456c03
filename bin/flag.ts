import { InvalidArgumentError, Option } from "commander";
import { didYouMean } from "../lib/base/nearest.ts";
import { toHostName } from "../lib/index.ts";

/**
 * A flag that the environment can set too: `--project-token <token>` as HOGLET_PROJECT_TOKEN.
 * @param text in commander's form: `--name`, `--name <value>` or `--name [value]`
 */
export function flag(text: string, description: string): Option {
  const option = new Option(text, description);
  return option.env(`HOGLET_${option.name().replaceAll("-", "_").toUpperCase()}`);
}

/** A flag that takes values of a list. A misspelt value gets the nearest of the list. */
export function choiceFlag(text: string, description: string, values: readonly string[]): Option {
  const option = flag(text, description).choices(values);
  const { parseArg } = option;
  return option.argParser((value: string, before: unknown) => {
    requireChoice(value, values);
    return parseArg?.(value, before as string);
  });
}

/** @throws InvalidArgumentError for a value that is not in the list */
export function requireChoice(value: string, values: readonly string[]): void {
  if (values.includes(value)) return;
  throw new InvalidArgumentError(
    `${didYouMean(value, values).trimStart()} Allowed choices are ${values.join(", ")}.`.trimStart(),
  );
}

/** The flag of commands whose output is for people by default. */
export function jsonFlag(): Option {
  return flag("--json", "print JSON");
}

/** The schedule of queued deletions: of a server, and of a command that says when it runs next. */
export function deletionCronFlag(): Option {
  return flag("--deletion-cron <expression>", "schedule of queued deletions, in UTC; empty = never (0 5 * * 0)");
}

/** Parses `a,b`. @throws InvalidArgumentError for an empty list */
export function toList(text: string): string[] {
  const items = text.split(",").map((item) => item.trim());
  if (items.some((item) => item === "")) throw new InvalidArgumentError("Expected names with commas between them.");
  return items;
}

/** Parses names and addresses of hosts, such as `10.0.2.2,analytics.test`. @throws InvalidArgumentError */
export function toHosts(text: string): string[] {
  return toList(text).map((host) => {
    const isBareIpv6 = host.indexOf(":") !== host.lastIndexOf(":") && !host.startsWith("[");
    const name = toHostName(isBareIpv6 ? `[${host}]` : host);
    if (name === null) throw new InvalidArgumentError("Expected names such as analytics.test, without http://.");
    return name;
  });
}

/** Parses `1,2`. @throws InvalidArgumentError */
export function toIdList(text: string): number[] {
  return toList(text).map((item) => toWholeNumber(item, 1, Number.MAX_SAFE_INTEGER));
}

/** Parses the digits of a whole number between two limits, inclusive. @throws InvalidArgumentError */
export function toWholeNumber(text: string, least: number, most: number): number {
  const value = Number(text);
  if (/^\d{1,16}$/.test(text) && value >= least && value <= most) return value;
  throw new InvalidArgumentError(`Expected a whole number from ${least} to ${most}.`);
}

/** The instant with an offset: without an offset, it is UTC as in all of hoglet. @throws InvalidArgumentError */
export function toInstant(text: string): string {
  const instant = /[T ][\d:.]+$/.test(text) ? `${text}Z` : text;
  if (Number.isNaN(Date.parse(instant))) {
    throw new InvalidArgumentError("Expected an ISO date-time such as 2024-03-01T08:00:00Z.");
  }
  return instant;
}

/** Checks an HTTP address. @throws InvalidArgumentError */
export function toUrl(text: string): string {
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) {
    throw new InvalidArgumentError("Expected a URL such as http://127.0.0.1:8010.");
  }
  return text;
}
