import type { Command } from "commander";
import { flag, jsonFlag } from "../flag.ts";
import { addOutput } from "../output.ts";
import type { SchemaFlags } from "../look/flags.ts";
import { addSource, openSource } from "../source.ts";

/** `hoglet schema`: the names that questions may use. */
export function addSchema(program: Command): void {
  const command = program
    .command("schema")
    .description("lists the names to ask for: events with volumes, properties with types and examples")
    .argument("[event]", "the properties of this event alone")
    .addOption(flag("--search <text>", "names that contain this"))
    .addOption(flag("--all", "properties of SDKs ($…) too"));
  addOutput(addSource(command)).addOption(jsonFlag()).action(schema);
}

async function schema(event: string | undefined, flags: SchemaFlags, command: Command): Promise<void> {
  const { showSchema } = await import("../look/schema.ts");
  await using api = await openSource(flags, command);
  await showSchema(api, event, flags);
}
