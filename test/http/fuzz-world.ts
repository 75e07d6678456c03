import type { Sent } from "../support/world.ts";
import { EVENT_UUIDS } from "./fuzz-request.ts";

// The database that both fuzzers ask: the fuzz of the route table (in process) and `npm run fuzz` (over a socket).

/** Everything that belongs to project 2 contains this text; no answer to a key of project 1 may. */
export const SECRET = "zebra-of-project-two";

/** How a world is filled: by captures and by requests with a key that may do everything. */
interface Filler {
  capture(events: Sent | readonly Sent[], options: { project: number }): Promise<unknown>;
  ask(method: string, path: string, asked: { body: unknown }): Promise<{ body: unknown }>;
}

/** Fills the projects 1 and 2 alike; in project 2 every text contains the secret. */
export async function fillWorld({ capture, ask }: Filler): Promise<void> {
  const plugins = "/api/organizations/@current/plugins";
  await ask("POST", plugins, { body: { plugin_type: "source", name: "typed" } });
  await ask("POST", plugins, { body: { url: "npm:@posthog/geoip-plugin" } });
  // The names in the examples of routes, so that those that delete and split succeed too.
  const mira = { event: "debug", distinct_id: "mira@example.org", properties: {} };
  await capture([mira, { ...mira, event: "$create_alias", properties: { alias: "mira" } }], { project: 1 });
  for (const [project, mark, uuid] of [
    [1, "own", EVENT_UUIDS[0]],
    [2, SECRET, EVENT_UUIDS[1]],
  ] as const) {
    const P = `/api/projects/${project}`;
    for (const name of ["a", "b", "c"]) {
      const $set = {
        plan: mark,
        email: `${name}@${mark}.org`,
        n: name.charCodeAt(0),
        nested: { list: [1, { deep: mark }] },
        zebra: mark,
      };
      await capture(
        {
          event: `bought ${mark}`,
          distinct_id: project === 1 ? name : `${name}-${mark}`,
          properties: { $set, plan: mark },
        },
        { project },
      );
    }
    await capture(
      {
        event: "$groupidentify",
        distinct_id: `a-${mark}`,
        properties: { $group_type: mark, $group_key: `g-${mark}`, $group_set: { name: mark } },
      },
      { project },
    );
    await capture(
      {
        event: "bought",
        distinct_id: `a-${mark}`,
        timestamp: "nonsense",
        uuid,
        properties: { mark },
      },
      { project },
    );
    // An import that can be started: one event, which is being read.
    await ask("POST", `${P}/imports?name=${mark}.ndjson`, {
      body: { event: `bought ${mark}`, distinct_id: `a-${mark}`, timestamp: "2024-06-01T00:00:00Z", properties: {} },
    });
    await ask("POST", `${P}/imports/@latest/look`, { body: {} });
    await ask("POST", `${P}/cohorts`, {
      body: { name: mark, groups: [{ properties: [{ key: "plan", type: "person", value: mark }] }] },
    });
    await ask("POST", `${P}/cohorts`, { body: { name: mark, is_static: true, distinct_ids: [`a-${mark}`, "a"] } });
    await ask("POST", `${P}/actions`, { body: { name: mark, steps: [{ event: `bought ${mark}` }] } });
    const filters = { insight: "TRENDS", events: [{ id: `bought ${mark}` }] };
    const insight = await ask("POST", `${P}/insights`, { body: { name: mark, filters } });
    await ask("POST", `${P}/dashboards`, {
      body: { name: mark, tiles: [{ insight: (insight.body as { id: number }).id }] },
    });
    for (const key of [mark, `${mark}-remote`]) {
      const flag = {
        key,
        name: mark,
        is_remote_configuration: key !== mark,
        filters: { groups: [{}], payloads: { true: '"x"' } },
      };
      await ask("POST", `${P}/feature_flags`, { body: flag });
    }
    await ask("POST", `${P}/annotations`, { body: { content: mark, date_marker: "2024-06-10T00:00:00Z" } });
    const query = { kind: "TrendsQuery", series: [{ event: `bought ${mark}` }] };
    await ask("POST", `${P}/query`, { body: { query, refresh: "force_async", client_query_id: "1" } });
    const config = { plugin: 1, order: 1, enabled: true, name: mark, config: { mark } };
    await ask("POST", `${P}/plugin_configs`, { body: config });
    await ask("PATCH", P, { body: { name: mark } });
  }
  const files = { "plugin.json": '{"name":"newer"}', "index.ts": "" };
  await ask("POST", `${plugins}/1/upgrade`, { body: { files } });
}
