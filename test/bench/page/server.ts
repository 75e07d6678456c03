/**
 * The hoglet that the page is measured on, in a process of its own: `server.ts <folder of the built page> <file> <events>`.
 * A file that is empty is filled with about as many events of the demo shop. Prints `{ url, token, names }` when it answers.
 */
import { existsSync } from "node:fs";
import { toNodeHandler } from "h3";
import type { H3 } from "h3";
import type { RequestListener } from "node:http";
import { h3Adapter } from "../../../adapters/h3/index.ts";
import { withPage } from "../../../adapters/ui/index.ts";
import { shop } from "../../../fixtures/shop.ts";
import { createHoglet } from "../../../lib/index.ts";
import { serve } from "../../clients/serve.ts";

/** Events of a person of the shop in 90 days, roughly. */
const EVENTS_PER_PERSON = 30;

const [folder = "", file = "", events = "0"] = process.argv.slice(2);
const isNew = !existsSync(file);
const hoglet = await createHoglet({ file });
if (isNew) {
  const persons = Math.ceil(Number(events) / EVENTS_PER_PERSON);
  await hoglet.import(shop({ endMs: hoglet.clock.now(), persons }));
}
const app = h3Adapter<H3>(withPage(hoglet, { signIn: "loopback", folder }));
const { origin: url } = await serve(toNodeHandler(app) as RequestListener);
const { results } = await hoglet.definitions.events({ limit: 20 });
const names = results.map(({ name }) => name);
process.stdout.write(`${JSON.stringify({ url, token: hoglet.project.api_token, names })}\n`);
process.once("SIGTERM", () => process.exit(0));
