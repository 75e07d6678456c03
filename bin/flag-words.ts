import type { Command } from "commander";
import { Refusal } from "./api.ts";

/** Flags by the fields of the API that they set, where they do not have the field's name. */
const FLAGS: Readonly<Record<string, string>> = {
  aggregation_group_type_index: "group",
  funnelWindowInterval: "window",
  funnelOrderType: "order",
  includeEventTypes: "include",
  math_group_type_index: "group",
  person_id: "person",
  retentionType: "type",
  smoothingIntervals: "smoothing",
};

/** Runs what asks the API for a command: its refusal names the flag of the command where the API named a field. */
export async function inFlagWords<Result>(command: Command, run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof Refusal && error.field !== null) throw new Error(toWords(command, error), { cause: error });
    throw error;
  }
}

function toWords(command: Command, { field, fault, message }: Refusal): string {
  // The text of a statement, and thus an argument.
  if (field === "query") return fault;
  const name = (field ?? "").slice((field ?? "").lastIndexOf(".") + 1);
  const flag = `--${FLAGS[name] ?? name.replaceAll(/_|(?=[A-Z])/g, "-").toLowerCase()}`;
  if (!command.options.some(({ long }) => long === flag)) return message;
  const told = fault.replaceAll(`a ${name}`, flag).replaceAll(name, flag);
  return told.includes(flag) ? told : `${flag}: ${told}`;
}
