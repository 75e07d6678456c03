import { suite } from "uvu";
import * as assert from "uvu/assert";
import { openPlugins, refusal } from "../plugin-world.ts";

/** Loads a module as a browser does and calls its one function. */
async function appOf(module: string): Promise<Record<string, unknown>> {
  const { getFrontendApp } = (await import(`data:text/javascript,${encodeURIComponent(module)}`)) as {
    getFrontendApp(require: (name: string) => unknown): Record<string, unknown>;
  };
  return getFrontendApp((name) => ({ createElement: (tag: string) => `${name} <${tag}>` }));
}

const frontend = suite("getPluginFrontend");

frontend("is a module around the compiled frontend.tsx", async () => {
  const world = openPlugins();
  const code = `import React from "react"; export const scene = { title: "T" as string, show: () => <b/> }; // last`;
  const { id } = await world.setUp(await world.install({}, { "frontend.tsx": code }));
  const { scene } = (await appOf(await world.configs.frontend(id))) as { scene: { title: string; show(): string } };
  assert.equal([scene.title, scene.show()], ["T", "react <b>"]);
});

frontend("without one says so, and says why one could not be compiled", async () => {
  const world = openPlugins();
  const none = await world.setUp(await world.install());
  assert.equal(await appOf(await world.configs.frontend(none.id)), { no_frontend: true });
  const broken = await world.setUp(await world.install({}, { "frontend.tsx": "export const =" }));
  const { error } = await appOf(await world.configs.frontend(broken.id));
  assert.match(String(error), "frontend.tsx");
  assert.is(await refusal(() => world.configs.frontend(77)), "404 not_found null");
});

frontend.run();
