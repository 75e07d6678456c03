import { AsyncLocalStorage } from "node:async_hooks";
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
interface AnthropicClient {
  messages: { create(request: object): Promise<unknown> };
}
interface AiSdk {
  generateText(request: object): Promise<{ text: string }>;
}
interface NodeClient {
  captureAi(event: object): string | undefined;
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

const ANTHROPIC_ANSWER = {
  id: "msg_1",
  type: "message",
  role: "assistant",
  model: "claude-sonnet-4-5",
  content: [{ type: "tool_use", id: "toolu_1", name: "find_order", input: { id: 7 } }],
  stop_reason: "tool_use",
  stop_sequence: null,
  usage: { input_tokens: 1000, output_tokens: 100 },
};

async function withServers(test: (servers: { hoglet: Hoglet; origin: string; models: string }) => Promise<void>) {
  await using hoglet = await createHoglet();
  const served = await serveHoglet(hoglet);
  const models = await serve(({ url }, response) => {
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(url?.includes("/messages") ? ANTHROPIC_ANSWER : ANSWER));
  });
  try {
    await test({ hoglet, origin: served.origin, models: models.origin });
  } finally {
    await served.close();
    await models.close();
  }
}

/** A context of OpenTelemetry. */
function toContext(values: Map<symbol, unknown>): object {
  return {
    getValue: (key: symbol) => values.get(key),
    setValue: (key: symbol, value: unknown) => toContext(new Map([...values, [key, value]])),
    deleteValue: (key: symbol) => toContext(new Map([...values].filter(([each]) => each !== key))),
  };
}

/** The parts of a manager of contexts that spans need. */
function contextManager(): object {
  const storage = new AsyncLocalStorage<object>();
  const manager = {
    active: () => storage.getStore() ?? toContext(new Map()),
    with: (context: object, run: (...args: unknown[]) => unknown, self: unknown, ...args: unknown[]) =>
      storage.run(context, () => run.apply(self, args)),
    bind: (_: object, target: unknown) => target,
    enable: () => manager,
    disable: () => manager,
  };
  return manager;
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

  clients("@posthog/ai around Anthropic's client sends a generation with its tools", () =>
    withServers(async ({ hoglet, origin, models }) => {
      const { PostHog } = load("posthog-node") as { PostHog: new (token: string, options: object) => NodeClient };
      const { Anthropic } = load("@posthog/ai/anthropic") as { Anthropic: new (options: object) => AnthropicClient };
      const posthog = new PostHog(hoglet.project.api_token, { host: origin, flushAt: 1 });
      const anthropic = new Anthropic({ apiKey: "sk-test", baseURL: models, posthog });
      await anthropic.messages.create({
        model: "claude-sonnet-4-5",
        max_tokens: 200,
        messages: [{ role: "user", content: "Where is order 7?" }],
        posthogDistinctId: "u1",
        posthogTraceId: "t2",
      });
      await posthog.shutdown();
      const [stored] = (await hoglet.events.list({ event: "$ai_generation" })).results;
      const { properties = {} } = stored ?? {};
      const shown = ["$ai_trace_id", "$ai_model", "$ai_provider", "$ai_input_tokens", "$ai_tools_called"];
      assert.equal(
        shown.map((name) => properties[name]),
        ["t2", "claude-sonnet-4-5", "anthropic", 1000, "find_order"],
      );
      // 1,000 tokens at 3 dollars a million, 100 at 15.
      assert.is(properties["$ai_total_cost_usd"], 0.0045);
    }),
  );

  clients("the AI SDK's own telemetry arrives by OTLP as a trace", () =>
    withServers(async ({ hoglet, origin, models }) => {
      const { generateText } = load("ai") as AiSdk;
      const { createOpenAI } = load("@ai-sdk/openai") as {
        createOpenAI: (options: object) => { chat(model: string): unknown };
      };
      const sdk = load("@opentelemetry/sdk-trace-base") as {
        BasicTracerProvider: new (options: object) => Provider;
        BatchSpanProcessor: new (exporter: object) => object;
      };
      const { OTLPTraceExporter } = load("@opentelemetry/exporter-trace-otlp-proto") as {
        OTLPTraceExporter: new (options: object) => object;
      };
      // The SDK's own manager of contexts is a package of its own: without one, spans have no parents.
      const { context } = load("@opentelemetry/api") as { context: { setGlobalContextManager(manager: object): void } };
      context.setGlobalContextManager(contextManager());
      const headers = { Authorization: `Bearer ${hoglet.project.api_token}` };
      const exporter = new OTLPTraceExporter({ url: `${origin}/i/v0/ai/otel`, headers });
      const provider = new sdk.BasicTracerProvider({ spanProcessors: [new sdk.BatchSpanProcessor(exporter)] });
      const { text } = await generateText({
        model: createOpenAI({ apiKey: "sk-test", baseURL: `${models}/v1` }).chat("gpt-4o"),
        prompt: "hi",
        experimental_telemetry: {
          isEnabled: true,
          functionId: "greet",
          metadata: { posthog_distinct_id: "u1" },
          tracer: provider.getTracer("ai"),
        },
      });
      await provider.forceFlush();
      await provider.shutdown();
      assert.is(text, "hello");
      const [trace] = (await hoglet.ask({ kind: "TracesQuery" })).results;
      assert.equal(
        [trace?.traceName, trace?.distinctId, trace?.models, trace?.totalCost],
        ["greet", "u1", ["gpt-4o"], 0.0035],
      );
      const [whole] = (await hoglet.ask({ kind: "TraceQuery", traceId: trace?.id ?? "" })).results;
      const generation = whole?.events.find(({ event }) => event === "$ai_generation")?.properties ?? {};
      assert.equal([generation["$ai_input_tokens"], generation["$ai_lib"]], [1000, "opentelemetry/vercel-ai"]);
      assert.is((await hoglet.warnings.list()).count, 0);
    }),
  );

  clients("posthog-node's captureAi sends to the door of its own", () =>
    withServers(async ({ hoglet, origin }) => {
      const { PostHog } = load("posthog-node") as { PostHog: new (token: string, options: object) => NodeClient };
      const posthog = new PostHog(hoglet.project.api_token, { host: origin });
      const properties = { $ai_trace_id: "t3", $ai_model: "gpt-4o", $ai_input_tokens: 1000, $ai_output_tokens: 100 };
      posthog.captureAi({ distinctId: "u1", event: "$ai_generation", properties });
      await posthog.shutdown();
      const [stored] = (await hoglet.events.list()).results;
      assert.equal([stored?.event, stored?.properties["$ai_total_cost_usd"]], ["$ai_generation", 0.0035]);
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
