import { suite } from "uvu";
import * as assert from "uvu/assert";
import { connect } from "./support/connect.ts";

const it = suite("answers of tools");

it("name their project where there are several, and those that have other events", async () => {
  await using mcp = await connect();
  await mcp.hoglet.capture({ event: "signed up", distinct_id: "u1" });
  assert.is((await mcp.call("events-list"))["project"], undefined);
  const other = await mcp.hoglet.projects.create({ name: "Other", api_token: "phc_2" });
  const calls = [
    ["events-list", {}],
    ["execute-sql", { query: "select 1" }],
    ["query-trends", { series: [{ event: "signed up" }] }],
    ["persons-retrieve", { distinct_id: "u1" }],
  ] as const;
  for (const [name, args] of calls)
    assert.is((await mcp.call(name, args))["project"], "1 (token phc_1), one of 2. No other has events.", name);
  await mcp.hoglet.capture({ event: "lost", distinct_id: "u9" }, { project: other.id });
  const { content } = await mcp.client.callTool({ name: "events-list", arguments: {} });
  const [{ text = "" } = {}] = content as { text?: string }[];
  assert.match(text, /^project: 1 \(token phc_1\), one of 2\. Other events are in \d+ \(token phc_2\)\.$/m);
});

it.run();
