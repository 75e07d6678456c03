import type { Command } from "commander";
import { createHoglet } from "../../lib/index.ts";
import { write } from "../print.ts";

/** `hoglet openapi`: the description of the HTTP surface on stdout, equal to `GET /api/schema/`. */
export function addOpenapi(program: Command): void {
  program
    .command("openapi")
    .description("writes the OpenAPI document of the HTTP surface to stdout")
    .action(printDocument);
}

async function printDocument(): Promise<void> {
  await using hoglet = await createHoglet();
  const response = await hoglet.fetch("/api/schema/");
  await write(`${JSON.stringify(await response.json(), null, 2)}\n`);
}
