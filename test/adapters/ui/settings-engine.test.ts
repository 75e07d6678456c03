import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { EngineStatus } from "../../../lib/index.ts";
import { onStage } from "./support/page-stage.ts";

const told: EngineStatus = {
  name: "clickhouse",
  state: "down",
  behind: { events: 1234, changes: 5 },
  percent: 40,
  stored: 7,
  currentMs: null,
  trouble: "ClickHouse does not answer.",
  propertyColumns: ["$browser", "plan"],
};

const tests = suite("the page: settings, engine");
const it = onStage(tests, {
  hogletOptions: {
    engine: () => ({ ask: () => Promise.reject(new Error("It was asked.")), status: async () => told }),
  },
});

it("says how far the engine is, how much waits, and its trouble", async (stage) => {
  const page = await stage.page("/settings");
  const engine = page.getByRole("region", { name: "Engine" });
  await engine.getByText("40 % of the database is there.").waitFor();
  await engine.getByText("1,234 events and 5 changes wait.").waitFor();
  await engine.getByText("Frequent properties have columns of their own: $browser, plan.").waitFor();
  await engine.getByRole("alert").getByText("ClickHouse does not answer.").waitFor();
  Object.assign(told, { state: "current", percent: 100, behind: { events: 0, changes: 0 }, trouble: null });
  await engine.getByRole("button", { name: "Look again" }).click();
  await engine.getByText("100 % of the database is there. It has everything.").waitFor();
  assert.is(await engine.getByRole("alert").count(), 0);
});

tests.run();

const none = suite("the page: settings, columns");

onStage(none)("shows no engine where columns answer", async (stage) => {
  const page = await stage.page("/settings");
  await page.getByRole("button", { name: "Check the database" }).waitFor();
  await page.waitForLoadState("networkidle");
  assert.is(await page.getByRole("region", { name: "Engine" }).count(), 0);
});

none.run();
