import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet } from "../../lib/index.ts";
import type { Hoglet } from "../../lib/index.ts";
import { serveHoglet } from "./serve.ts";
import { sayMissing } from "../support/skipped.ts";

// PostHog's own tools for agents (@posthog/agent-toolkit, the package behind their MCP server) over HTTP. They check each answer by
// a schema of theirs, and throw when a field that they need is missing.

const TOOLKIT = resolve("test/clients/toolkit/node_modules/@posthog/agent-toolkit/dist/index.mjs");

interface Tool {
  name: string;
  schema: { parse(input: unknown): unknown };
  handler(context: unknown, input: unknown): Promise<{ content: { text: string }[] }>;
}
interface Toolkit {
  getContext(): { cache: { set(name: string, value: string): Promise<void> } };
  getTools(): Promise<Tool[]>;
}

/** A call of a tool, and what it says. */
type Call = (name: string, input: unknown) => Promise<unknown>;

async function withTools(test: (call: Call, hoglet: Hoglet) => Promise<void>): Promise<void> {
  await using hoglet = await createHoglet({ now: "2024-06-10T12:00:00Z" });
  await hoglet.capture([
    { event: "$pageview", distinct_id: "u1", properties: { $browser: "Chrome" } },
    { event: "signed up", distinct_id: "u1" },
    { event: "$pageview", distinct_id: "u2", properties: { $browser: "Firefox" } },
  ]);
  const served = await serveHoglet(hoglet);
  try {
    const { PostHogAgentToolkit } = (await import(pathToFileURL(TOOLKIT).href)) as {
      PostHogAgentToolkit: new (options: object) => Toolkit;
    };
    const kit = new PostHogAgentToolkit({
      posthogApiToken: hoglet.personalApiKey,
      posthogApiBaseUrl: served.origin,
    });
    const context = kit.getContext();
    await context.cache.set("projectId", String(hoglet.project.id));
    const tools = await kit.getTools();
    await test(async (name, input) => {
      const tool = tools.find((each) => each.name === name);
      assert.ok(tool, `no tool ${name}`);
      const { content } = await tool.handler(context, tool.schema.parse(input));
      const text = content[0]?.text ?? "";
      return /^[[{]/.test(text) ? (JSON.parse(text) as unknown) : text;
    }, hoglet);
  } finally {
    await served.close();
  }
}

const TREND = {
  kind: "InsightVizNode",
  source: {
    kind: "TrendsQuery",
    series: [{ kind: "EventsNode", event: "$pageview", custom_name: "Visitors", math: "dau" }],
    dateRange: { date_from: "2024-06-10", date_to: "2024-06-10" },
  },
};

const toolkit = suite("PostHog's tools for agents");

toolkit("are of one version, so that a new one breaks no test by itself", () => {
  const { dependencies } = JSON.parse(readFileSync("test/clients/toolkit/package.json", "utf8")) as {
    dependencies: Record<string, string>;
  };
  assert.match(dependencies["@posthog/agent-toolkit"] ?? "", /^\d+\.\d+\.\d+$/);
});

if (!existsSync(TOOLKIT)) {
  sayMissing("PostHog's own tools for agents", "npm install --prefix test/clients/toolkit");
} else {
  toolkit("run queries", () =>
    withTools(async (call) => {
      const [line] = (await call("query-run", { query: TREND })) as { data: number[] }[];
      assert.equal(line?.data, [2]);
      const series = ["$pageview", "signed up"].map((event) => ({ kind: "EventsNode", event, custom_name: event }));
      const funnel = { kind: "InsightVizNode", source: { kind: "FunnelsQuery", series } };
      const steps = (await call("query-run", { query: funnel })) as { count: number }[];
      assert.equal(
        steps.map(({ count }) => count),
        [2, 1],
      );
      const sql = { kind: "HogQLQuery", query: "select event, count() from events group by event order by event" };
      assert.equal(await call("query-run", { query: { kind: "DataVisualizationNode", source: sql } }), [
        ["$pageview", 2],
        ["signed up", 1],
      ]);
    }),
  );

  toolkit("save insights, read them by both ids, run, change and delete them", () =>
    withTools(async (call, hoglet) => {
      const made = (await call("insight-create-from-query", {
        data: { name: "Visitors", query: TREND, favorited: true },
      })) as { id: number; short_id: string; query: unknown };
      assert.equal(made.query, TREND);
      // Another length is no short id for them.
      assert.match(made.short_id, /^[A-Za-z0-9]{8}$/);
      for (const insightId of [String(made.id), made.short_id]) {
        const { name } = (await call("insight-get", { insightId })) as { name: string };
        assert.is(name, "Visitors");
      }
      const asked = (await call("insight-query", { insightId: made.short_id })) as { results: { data: number[] }[] };
      assert.equal(asked.results[0]?.data, [2]);
      assert.is(((await call("insights-get-all", { data: { search: "visit" } })) as unknown[]).length, 1);
      await call("insight-update", { insightId: made.short_id, data: { name: "People", query: TREND } });
      assert.is((await hoglet.savedInsights.get(made.id)).name, "People");
      await call("insight-delete", { insightId: made.short_id });
      assert.is((await hoglet.savedInsights.get(made.id)).deleted, true);
    }),
  );

  toolkit("make dashboards, and put insights on them", () =>
    withTools(async (call, hoglet) => {
      const { id } = (await call("dashboard-create", { data: { name: "Growth" } })) as { id: number };
      const insight = await hoglet.savedInsights.create({ name: "Visitors", query: TREND });
      await call("add-insight-to-dashboard", { data: { insightId: insight.short_id, dashboardId: id } });
      const read = (await call("dashboard-get", { dashboardId: id })) as { tiles: { insight: { name: string } }[] };
      assert.equal(
        read.tiles.map((tile) => tile.insight.name),
        ["Visitors"],
      );
      await call("dashboard-update", { dashboardId: id, data: { name: "Reach" } });
      assert.is(((await call("dashboards-get-all", {})) as { name: string }[])[0]?.name, "Reach");
      await call("dashboard-delete", { dashboardId: id });
      assert.is((await hoglet.dashboards.get(id)).deleted, true);
    }),
  );

  toolkit("list the names of events and properties", () =>
    withTools(async (call) => {
      const events = (await call("event-definitions-list", {})) as { name: string }[];
      assert.ok(events.some(({ name }) => name === "$pageview"));
      const asked = { type: "event", eventName: "$pageview", includePredefinedProperties: true };
      assert.ok(JSON.stringify(await call("properties-list", asked)).includes("$browser"));
      // By default the tool leaves out names that begin with $ (reference/agents.md 5.2).
      const own = await call("properties-list", { type: "event", eventName: "$pageview" });
      assert.not.ok(JSON.stringify(own).includes("$browser"));
    }),
  );
}

toolkit.run();
