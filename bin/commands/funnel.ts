import type { Command } from "commander";
import { funnel } from "../ask/kinds/index.ts";
import { jsonFlag } from "../flag.ts";
import { addQuestion, askOne } from "./ask.ts";

type FunnelFlags = Parameters<typeof askOne>[2] & { json?: true };

/** `hoglet funnel`: `hoglet ask funnel` under its older name, where `--json` prints the results alone. */
export function addFunnel(program: Command): void {
  const command = program
    .command("funnel")
    .description("is hoglet ask funnel")
    .argument("<events...>", "names of the events, one for each step");
  addQuestion(command, funnel)
    .addOption(jsonFlag())
    .action((events: string[], { json, ...flags }: FunnelFlags, own: Command) =>
      askOne(funnel, events, { ...flags, ...(json && { format: "json" as const, isBare: true as const }) }, own),
    );
}
