import { spawn } from "node:child_process";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { toSnippets } from "../../../../../../adapters/ui/page/views/first-run/snippets.ts";
import { createHoglet } from "../../../../../../lib/index.ts";
import { serveHoglet } from "../../../../../clients/serve.ts";
import { whenAll } from "../../../../../support/rounds.ts";

/** Runs a snippet by a command, and returns the events that the hoglet then holds. */
async function captured(name: string, token: string, toCommand: (text: string) => [string, string[]]) {
  const hoglet = await createHoglet({ projectToken: token });
  const server = await serveHoglet(hoglet);
  try {
    const snippet = toSnippets(server.origin, token).find((each) => each.name === name);
    const child = spawn(...toCommand(snippet?.text ?? ""), { stdio: "ignore" });
    assert.is(await new Promise((resolve) => child.once("close", resolve)), 0);
    const { results } = await hoglet.events.list();
    return results.map(({ event, distinct_id, properties }) => [event, distinct_id, properties["plan"]]);
  } finally {
    await server.close();
    await hoglet.close();
  }
}

const snippets = suite("toSnippets");

snippets("the one for the command line captures, also when the token has a quote in it", async () => {
  assert.equal(await captured("curl", "it's", (text) => ["sh", ["-c", text]]), [["signed up", "u1", "pro"]]);
});

whenAll(snippets)("the one for Node captures with the real posthog-node", async () => {
  const found = await captured("posthog-node", "phc_1", (text) => [
    process.execPath,
    ["--input-type=module", "-e", text],
  ]);
  assert.equal(found, [["signed up", "u1", "pro"]]);
});

snippets.run();
