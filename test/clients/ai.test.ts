import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet } from "../../lib/index.ts";
import type { Hoglet } from "../../lib/index.ts";
import { sayMissing } from "../support/skipped.ts";
import { serve, serveHoglet } from "./serve.ts";

// Clients of language models against a model server of our own, and the exporters of OpenTelemetry. They are installed apart, since
// they bring many packages.

const FOLDER = resolve("test/clients/ai");

/** The parts of the packages that the tests call. */
interface OpenAiClient {
  chat: { completions: { create(request: object): Promise<unknown> } };
}
interface NodeClient {
  shutdown(): Promise<void>;
}
interface Span {
  setAttribute(name: string, value: unknown): Span;
  end(): void;
}
interface Provider {
  getTracer(name: string): { startSpan(name: string): Span };
  forceFlush(): Promise<void>;
  shutdown(): Promise<void>;
}

const ANSWER = {
  id: "chatcmpl-1",
  object: "chat.completion",
  created: 1,
  model: "gpt-4o",
  choices: [{ index: 0, finish_reason: "stop", message: { role: "assistant", content: "hello" } }],
  usage: { prompt_tokens: 1000, completion_tokens: 100, total_tokens: 1100 },
};

async function withServers(test: (servers: { hoglet: Hoglet; origin: string; models: string }) => Promise<void>) {
  await using hoglet = await createHoglet();
  const served = await serveHoglet(hoglet);
  const models = await serve((_, response) => {
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(ANSWER));
  });
  try {
    await test({ hoglet, origin: served.origin, models: models.origin });
  } finally {
    await served.close();
    await models.close();
  }
}

const clients = suite("clients of language models");

if (existsSync(resolve(FOLDER, "node_modules"))) {
  const load = createRequire(resolve(FOLDER, "package.json"));

  clients("@posthog/ai around openai sends a generation, which gets its cost", () =>
    withServers(async ({ hoglet, origin, models }) => {
      const { PostHog } = load("posthog-node") as { PostHog: new (token: string, options: object) => NodeClient };
      const { OpenAI } = load("@posthog/ai/openai") as { OpenAI: new (options: object) => OpenAiClient };
      const posthog = new PostHog(hoglet.project.api_token, { host: origin, flushAt: 1 });
      const openai = new OpenAI({ apiKey: "sk-test", baseURL: `${models}/v1`, posthog });
      const messages = [{ role: "user", content: "hi" }];
      await openai.chat.completions.create({
        model: "gpt-4o",
        messages,
        posthogDistinctId: "u1",
        posthogTraceId: "t1",
      });
      await posthog.shutdown();
      const [stored] = (await hoglet.events.list({ event: "$ai_generation" })).results;
      const { properties = {} } = stored ?? {};
      assert.equal([stored?.distinct_id, properties["$ai_trace_id"]], ["u1", "t1"]);
      assert.equal([properties["$ai_input_tokens"], properties["$ai_total_cost_usd"]], [1000, 0.0035]);
      const { results } = await hoglet.ask({ kind: "TracesQuery" });
      assert.equal([results[0]?.id, results[0]?.totalCost], ["t1", 0.0035]);
    }),
  );

  for (const form of ["http", "proto"]) {
    for (const path of ["/i/v0/ai/otel", "/i/v1/traces"]) {
      clients(`OpenTelemetry's exporter (${form}) finds ${path}`, () =>
        withServers(async ({ hoglet, origin }) => {
          const sdk = load("@opentelemetry/sdk-trace-base") as {
            BasicTracerProvider: new (options: object) => Provider;
            BatchSpanProcessor: new (exporter: object) => object;
          };
          const { OTLPTraceExporter } = load(`@opentelemetry/exporter-trace-otlp-${form}`) as {
            OTLPTraceExporter: new (options: object) => object;
          };
          const exporter = new OTLPTraceExporter({
            url: `${origin}${path}`,
            compression: "gzip",
            headers: { Authorization: `Bearer ${hoglet.project.api_token}` },
          });
          const provider = new sdk.BasicTracerProvider({ spanProcessors: [new sdk.BatchSpanProcessor(exporter)] });
          const span = provider.getTracer("test").startSpan("chat gpt-4o");
          span.setAttribute("gen_ai.operation.name", "chat").setAttribute("gen_ai.request.model", "gpt-4o");
          span.setAttribute("gen_ai.usage.input_tokens", 1000).setAttribute("gen_ai.usage.output_tokens", 100).end();
          await provider.forceFlush();
          await provider.shutdown();
          const [stored] = (await hoglet.events.list()).results;
          assert.equal([stored?.event, stored?.properties["$ai_total_cost_usd"]], ["$ai_generation", 0.0035]);
          assert.is((await hoglet.warnings.list()).count, 0);
        }),
      );
    }
  }
} else {
  sayMissing("clients of language models", "npm install --prefix test/clients/ai");
  clients.skip("are not installed", () => {});
}

clients.run();
