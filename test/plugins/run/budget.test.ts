import { suite } from "uvu";
import * as assert from "uvu/assert";
import { withPuppet } from "./plugin-hoglet.ts";
import { whenAll } from "../../support/rounds.ts";

const LIMITS = { cpuMs: 2000, wallMs: 20_000, eventMs: 20_000, memoryBytes: 32 * 1024 * 1024, keptBytes: 100_000 };
const REFUSAL = /Error: This config may keep 100000 bytes in storage, cache, jobs and logs, and \d+ are left/;

const attempt = (work: string) =>
  `try { await ${work}; e.properties.value = "kept" } catch (error) { e.properties.value = String(error) } delete e.properties.code; return e`;

const budget = suite("openBudget");

/** Code that fills nearly the whole budget, and code that frees it. */
const FILLINGS: Record<string, [fill: string, free: string]> = {
  storage: [`meta.storage.set("s", "x".repeat(80000))`, `meta.storage.del("s")`],
  "the cache": [`meta.cache.set("c", "x".repeat(80000))`, `meta.cache.expire("c", 0)`],
  "a list": [`meta.cache.lpush("l", new Array(80).fill("x".repeat(900)))`, `meta.cache.lpop("l", 80)`],
};

for (const [where, [fill, free]] of Object.entries(FILLINGS)) {
  budget(`counts ${where} with all others, refuses what is over it in the plugin, and frees what is deleted`, () =>
    withPuppet(
      async (act) => {
        const value = async (work: string) => String((await act(attempt(work)))?.properties["value"]);
        assert.is(await value(fill), "kept");
        for (const more of [
          `meta.storage.set("more", "y".repeat(30000))`,
          `meta.cache.set("more", "y".repeat(30000))`,
          `meta.cache.lpush("more", ["y".repeat(30000)])`,
          `meta.jobs.more({ text: "y".repeat(30000) }).runIn(1, "day")`,
        ]) {
          assert.match(await value(more), REFUSAL);
        }
        assert.is(await value(free), "kept");
        assert.is(await value(`meta.jobs.more({ text: "y".repeat(30000) }).runIn(1, "day")`), "kept");
      },
      { pluginLimits: LIMITS },
    ),
  );
}

budget("lets a value be replaced by one that is no longer, however full it is", () =>
  withPuppet(
    async (act) => {
      const value = async (work: string) => String((await act(attempt(work)))?.properties["value"]);
      assert.is(await value(`meta.storage.set("s", "x".repeat(95000))`), "kept");
      assert.is(await value(`meta.storage.set("s", "y".repeat(95000))`), "kept");
      assert.match(await value(`meta.storage.set("s", "y".repeat(120000))`), REFUSAL);
    },
    { pluginLimits: LIMITS },
  ),
);

budget("drops lines of the log for which there is no room, with a line that says so", () =>
  withPuppet(
    async (act, { logs, hoglet }) => {
      await act(attempt(`meta.storage.set("s", "x".repeat(98000))`));
      await act(`for (let n = 0; n < 5; n++) console.log("y".repeat(5000)); return e`);
      const lines = await logs(1);
      assert.is(lines.filter((line) => line.startsWith("CONSOLE")).length, 0);
      assert.match(lines.at(-1) ?? "", /^SYSTEM WARN 5 lines were dropped/);
      assert.is((await hoglet.pluginConfigs.logs(1)).count, lines.length);
    },
    { pluginLimits: LIMITS },
  ),
);

whenAll(budget)("forgets the oldest lines of a log that takes more than its quarter", () =>
  withPuppet(
    async (act, { logs }) => {
      for (let n = 0; n < 10; n++) await act(`console.log(${n}, "y".repeat(5000)); return e`).then(() => logs(1));
      const said = (await logs(1)).filter((line) => line.startsWith("CONSOLE")).map((line) => line[12]);
      assert.equal(said, ["6", "7", "8", "9"]);
      assert.is((await act(attempt(`meta.storage.set("s", "x".repeat(70000))`)))?.properties["value"], "kept");
    },
    { pluginLimits: LIMITS },
  ),
);

budget.run();
