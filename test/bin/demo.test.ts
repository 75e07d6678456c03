import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createDemoProject } from "../../bin/demo.ts";
import { createHoglet } from "../../lib/index.ts";
import { whenAll } from "../support/rounds.ts";

const demo = suite("createDemoProject");

whenAll(demo)(
  "makes the shop beside cohorts and actions that are there already, and once when asked twice at a time",
  async () => {
    const hoglet = await createHoglet();
    await hoglet.cohorts.create({
      name: "mine",
      groups: [{ properties: [{ key: "plan", value: "pro", type: "person" }] }],
    });
    await hoglet.actions.create({ name: "mine", steps: [{ event: "paid" }] });
    const [project, same] = await Promise.all([createDemoProject(hoglet), createDemoProject(hoglet)]);
    assert.is(same, project);
    assert.is(await createDemoProject(hoglet), project);
    assert.equal(
      (await hoglet.projects.list()).results.map(({ name }) => name),
      ["Default project", "Demo shop"],
    );
    const { results: cohorts } = await hoglet.cohorts.list({ project });
    assert.equal(
      cohorts.map(({ name, is_static, count }) => [name, is_static, (count ?? 0) > 0]),
      [
        ["First customers", true, true],
        ["Germany, or Austria on a phone", false, true],
        ["Members", false, true],
      ],
    );
    const { results: actions } = await hoglet.actions.list({ project });
    assert.equal(actions.map(({ name }) => name).toSorted(), ["Opened a product page", "Read reviews", "Spent money"]);
    assert.is((await hoglet.cohorts.list()).results.length, 1);
    const [board] = (await hoglet.dashboards.list({ project })).results;
    assert.is((await hoglet.dashboards.get(board?.id ?? 0, { project })).tiles.length, 7);
    assert.is((await hoglet.annotations.list({ project })).results.length, 2);
    const [flag] = (await hoglet.featureFlags.list({ project })).results;
    assert.is(flag?.key, "one-page-checkout");
    const [config] = (await hoglet.pluginConfigs.list({ project })).results;
    assert.is(config?.enabled, true);
    const $current_url = "https://beanery.example/cart?utm_source=mail";
    await hoglet.capture({ event: "$pageview", distinct_id: "u1", properties: { $current_url } }, { project });
    const [event] = (await hoglet.events.list({ project, distinct_id: "u1", limit: 1 })).results;
    assert.is(event?.properties["$current_url"], "https://beanery.example/cart");
    const [deletion] = (await hoglet.deletions.list({ project })).results;
    assert.equal([deletion?.kind, deletion?.status], ["events_before", "pending"]);
    await hoglet.close();
  },
);

demo.run();
