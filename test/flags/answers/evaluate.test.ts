import { suite } from "uvu";
import * as assert from "uvu/assert";
import { askSdk, openGiven, send } from "../given-flags.ts";
import type { GivenFlag, GivenRequest, GivenServer } from "../given-flags.ts";
import { createKey } from "../../../lib/admin/auth/index.ts";
import { KEY, TOKEN } from "../../http/flag-context.ts";

const request: GivenRequest = { distinct_id: "u" };

function flag(id: number, key: string, properties: object[] = [], more: object = {}): GivenFlag {
  return { id, key, active: true, filters: { groups: [{ properties }] as GivenFlag["filters"]["groups"] }, ...more };
}

function dependsOn(id: number, value: boolean | string = true) {
  return { key: String(id), type: "flag", operator: "flag_evaluates_to", value };
}

function wants(key: string, value: string) {
  return [{ key, value, operator: "exact", type: "person" }];
}

async function post(server: GivenServer, body: object, headers: Record<string, string> = {}) {
  const reply = await server.fetch("/flags/?v=2", {
    method: "POST",
    body: JSON.stringify({ token: TOKEN, ...request, ...body }),
    headers,
  });
  return ((await reply.json()) as { flags: Record<string, { enabled: boolean; reason: { code: string } }> }).flags;
}

const evaluating = suite("evaluateFlags");

evaluating("leaves out flags that are off, of another runtime and of other contexts", async () => {
  const server = await openGiven({ flags: [flag(1, "any"), flag(2, "off", [], { active: false })], request });
  const add = server.ctx.db.sql(
    `INSERT INTO feature_flags (project_id, key, filters, evaluation_runtime, evaluation_tags, created_at, updated_at)
     VALUES (1, ?, '{"groups":[{}]}', ?, ?, 0, 0)`,
  );
  add.run("browser", "client", "[]");
  add.run("backend", "server", "[]");
  add.run("docs", "all", '["docs-page"]');
  const keys = async (body: object, headers = {}) => Object.keys(await post(server, body, headers)).toSorted();
  assert.equal(await keys({}), ["any", "docs"]);
  assert.equal(await keys({ evaluation_runtime: "all" }), ["any", "backend", "browser", "docs"]);
  assert.equal(await keys({}, { "user-agent": "Mozilla/5.0" }), ["any", "browser", "docs"]);
  assert.equal(await keys({}, { "user-agent": "posthog-python/7.1" }), ["any", "backend", "docs"]);
  assert.equal(await keys({}, { origin: "https://app.test" }), ["any", "browser", "docs"]);
  assert.equal(await keys({ evaluation_contexts: ["main"] }), ["any"]);
  assert.equal(await keys({ evaluation_contexts: ["docs-page"] }), ["any", "docs"]);
  assert.equal(await keys({ flag_keys_to_evaluate: ["any"] }), ["any"]);
});

evaluating("evaluates dependencies that are not asked for, and says which are missing or in a ring", async () => {
  const flags = [
    flag(1, "leaf"),
    flag(2, "root", [dependsOn(1)]),
    flag(3, "lost", [dependsOn(99)]),
    flag(4, "ring-a", [dependsOn(5)]),
    flag(5, "ring-b", [dependsOn(4)]),
    flag(6, "off", [], { active: false }),
    flag(7, "without-off", [dependsOn(6, false)]),
    flag(8, "after-lost", [dependsOn(3, false)]),
  ];
  const server = await openGiven({ flags, request });
  const answered = await post(server, { flag_keys_to_evaluate: ["root"] });
  assert.equal(Object.keys(answered), ["root"]);
  assert.is(answered["root"]?.enabled, true);
  const all = await post(server, {});
  for (const key of ["lost", "ring-a", "ring-b", "after-lost"]) {
    assert.is(all[key]?.reason.code, "missing_dependency", key);
    assert.is(all[key]?.enabled, false, key);
  }
  assert.is(all["without-off"]?.enabled, true);
});

evaluating("keeps the value that a person had before it was identified, also when persons merge later", async () => {
  const keeps = { ensure_experience_continuity: true, filters: { groups: [{ rollout_percentage: 30 }] } };
  const server = await openGiven({ flags: [flag(1, "beta-feature", [], keeps)], request });
  const valueFor = async (body: object) => (await post(server, body))["beta-feature"]?.enabled;
  // SHA-1 of "beta-feature.anon-3" is within 30 %, that of "beta-feature.user-1" is not (given case).
  const [inside] = await findIds(valueFor);
  assert.is(await valueFor({ distinct_id: "user-1" }), false);
  await send(server.fetch, { event: "$identify", distinct_id: "user-1", $set: {} });
  assert.is(await valueFor({ distinct_id: "user-1", $anon_distinct_id: inside }), true);
  assert.is(await valueFor({ distinct_id: "user-1" }), true, "stored");
  assert.is(await valueFor({ distinct_id: "user-1", $anon_distinct_id: "user-1" }), true, "the first stays");
  await send(server.fetch, { event: "$set", distinct_id: "second", $set: {} });
  await send(server.fetch, {
    event: "$merge_dangerously",
    distinct_id: "second",
    properties: { alias: "user-1" },
  });
  assert.is(await valueFor({ distinct_id: "second" }), true, "moved with the merge");
});

/** Ids that the flag has chosen, by the server's own answer for anonymous people. */
async function findIds(valueFor: (body: object) => Promise<boolean | undefined>): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < 50; n++) if (await valueFor({ distinct_id: `anon-${n}` })) ids.push(`anon-${n}`);
  return ids;
}

evaluating("reads what was sent before what is stored, and fills $initial_ properties", async () => {
  const flags = [flag(1, "stored", wants("plan", "pro")), flag(2, "first", wants("$initial_browser", "Chrome"))];
  const server = await openGiven({ flags, request, person: { plan: "pro" } });
  assert.is((await post(server, {}))["stored"]?.enabled, true);
  assert.is((await post(server, { person_properties: { plan: "free" } }))["stored"]?.enabled, false);
  assert.is((await post(server, { person_properties: { $browser: "Chrome" } }))["first"]?.enabled, true);
  const both = { $browser: "Chrome", $initial_browser: "Safari" };
  assert.is((await post(server, { person_properties: both }))["first"]?.enabled, false);
});

evaluating("sees a change of a flag, a cohort or the project at once", async () => {
  const cohort = { type: "AND" as const, values: [{ key: "plan", value: "pro", operator: "exact", type: "person" }] };
  const inCohort = [{ key: "id", value: 5, type: "cohort", operator: "in" }];
  const server = await openGiven({ flags: [flag(1, "f", inCohort)], request, cohorts: { "5": cohort } });
  const isOn = async () => (await post(server, { person_properties: { plan: "free" } }))["f"]?.enabled;
  assert.is(await isOn(), false);
  server.ctx.db.sql("UPDATE cohorts SET groups = replace(groups, '\"pro\"', '\"free\"')").run();
  assert.is(await isOn(), true);
  server.ctx.db.sql("UPDATE feature_flags SET active = 0").run();
  assert.is(await isOn(), undefined);
});

evaluating("puts a flag of the program in front of the stored flag of the same key, for dependents too", async () => {
  const server = await openGiven({ flags: [flag(1, "leaf"), flag(2, "root", [dependsOn(1)])], request });
  server.ctx.flags.set(1, "leaf", false);
  assert.is((await post(server, {}))["leaf"]?.enabled, false);
  assert.is((await post(server, {}))["root"]?.enabled, false);
  server.ctx.flags.unset(1, "leaf");
  assert.is((await post(server, {}))["root"]?.enabled, true);
});

evaluating.run();

const definitions = suite("flagDefinitions");

interface Definitions {
  flags: {
    key: string;
    filters: { groups: { properties: Record<string, unknown>[]; rollout_percentage?: number }[] };
  }[];
  cohorts: Record<string, unknown>;
  group_type_mapping: Record<string, string>;
}

async function definitionsOf({ fetch }: GivenServer, query = ""): Promise<Definitions> {
  const reply = await fetch(`/flags/definitions?token=${TOKEN}${query}`, {
    headers: { authorization: `Bearer ${KEY}` },
  });
  return (await reply.json()) as Definitions;
}

function get({ fetch }: GivenServer, path: string, key = KEY): Promise<Response> {
  return fetch(path, { headers: { authorization: `Bearer ${key}` } });
}

const property = (key: string, more: object = {}) => ({ key, value: "1", operator: "exact", type: "person", ...more });
const member = (id: number, more: object = {}) => ({ key: "id", value: id, type: "cohort", operator: "in", ...more });

definitions("name dependencies by key, with the order of evaluation", async () => {
  const flags = [
    flag(1, "leaf"),
    flag(2, "middle", [dependsOn(1)]),
    flag(3, "root", [dependsOn(2)]),
    flag(4, "lost", [dependsOn(99)]),
  ];
  const server = await openGiven({ flags, request });
  const [leaf, lost, middle, root] = (await definitionsOf(server)).flags;
  assert.equal(
    [leaf, lost, middle, root].map((sent) => sent?.key),
    ["leaf", "lost", "middle", "root"],
  );
  const sent = root?.filters.groups[0]?.properties[0];
  assert.equal([sent?.["key"], sent?.["dependency_chain"]], ["middle", ["leaf", "middle"]]);
  assert.equal(lost?.filters.groups[0]?.properties[0]?.["dependency_chain"], []);
});

definitions("write out a single simple cohort, last and with the rollout of its condition", async () => {
  type Row = [name: string, cohort: object, written: string[][] | null];
  const rows: Row[] = [
    ["AND", { type: "AND", values: [property("a"), property("b")] }, [["a", "b"]]],
    ["OR", { type: "OR", values: [property("a"), property("b")] }, [["a"], ["b"]]],
    [
      "OR of ANDs",
      {
        type: "OR",
        values: [
          { type: "AND", values: [property("a"), property("b")] },
          { type: "AND", values: [property("c")] },
        ],
      },
      [["a", "b"], ["c"]],
    ],
    ["negated", { type: "AND", values: [property("a", { negation: true })] }, null],
    [
      "AND of ORs",
      {
        type: "AND",
        values: [
          { type: "OR", values: [property("a"), property("b")] },
          { type: "OR", values: [property("c")] },
        ],
      },
      null,
    ],
    ["nested", { type: "OR", values: [member(6), property("a")] }, null],
  ];
  for (const [name, cohort, written] of rows) {
    const filters = { groups: [{ properties: [member(5)], rollout_percentage: 40 }, { properties: [property("x")] }] };
    const other = { type: "AND" as const, values: [property("z")] };
    const cohorts = { "5": cohort, "6": other } as NonNullable<Parameters<typeof openGiven>[0]["cohorts"]>;
    const server = await openGiven({ flags: [{ id: 1, key: "f", active: true, filters }], request, cohorts });
    const sent = await definitionsOf(server);
    const groups = sent.flags[0]?.filters.groups ?? [];
    assert.equal(sent.cohorts, {}, name);
    if (written === null) {
      assert.equal(groups[0]?.properties[0]?.["type"], "cohort", name);
    } else {
      assert.equal(
        groups.map(({ properties }) => properties.map(({ key }) => key)),
        [["x"], ...written],
        name,
      );
      assert.equal(
        groups.slice(1).map((group) => group.rollout_percentage),
        written.map(() => 40),
        name,
      );
    }
    const whole = await definitionsOf(server, "&send_cohorts");
    assert.equal(Object.keys(whole.cohorts), name === "nested" ? ["5", "6"] : ["5"], name);
    assert.equal(whole.flags[0]?.filters.groups[0]?.properties[0]?.["type"], "cohort", name);
  }
});

definitions("change their ETag with a flag, a cohort and a group type, and with nothing else", async () => {
  const cohorts = { "5": { type: "AND" as const, values: [property("a")] } };
  const server = await openGiven({ flags: [flag(1, "f", [member(5)])], request, cohorts });
  const etag = async () => {
    const { headers } = await server.fetch(`/flags/definitions?token=${TOKEN}&send_cohorts`, {
      headers: { authorization: `Bearer ${KEY}` },
    });
    assert.is(headers.get("cache-control"), "private, must-revalidate");
    return headers.get("etag");
  };
  const seen = [await etag()];
  await send(server.fetch, { event: "seen", distinct_id: "u" });
  assert.is(await etag(), seen[0]);
  for (const change of [
    "UPDATE cohorts SET groups = replace(groups, '\"a\"', '\"b\"')",
    "UPDATE feature_flags SET version = 2",
    "INSERT INTO group_types (project_id, group_type_index, group_type) VALUES (1, 0, 'company')",
  ]) {
    server.ctx.db.sql(change).run();
    seen.push(await etag());
  }
  assert.is(new Set(seen).size, 4);
});

definitions("serve a token that is new in open mode, and not for a key of other projects", async () => {
  const closed = await openGiven({ flags: [], request });
  assert.is((await get(closed, "/flags/definitions?token=phc_unseen")).status, 401);
  const server = await openGiven({ flags: [], request }, { openMode: true });
  const { value: narrow } = await createKey(server.ctx, { label: "narrow", scopes: ["*"], projects: [1] });
  assert.is((await get(server, "/flags/definitions?token=phc_unseen", narrow)).status, 403);
  for (const path of ["/flags/definitions", "/api/feature_flag/local_evaluation/"]) {
    const reply = await get(server, `${path}?token=phc_unseen_${path.length}`);
    assert.equal(await reply.json(), { flags: [], group_type_mapping: {}, cohorts: {} });
  }
});

definitions.run();

const both = suite("posthog-node, locally and remotely");

const KEYS = ["a", "b", "c"];
const OPERATORS: [operator: string, values: unknown[]][] = [
  ["exact", ["1", ["1", "2"], true, "false"]],
  ["is_not", ["1", ["2", "x"]]],
  ["icontains", ["1", "X"]],
  ["not_icontains", ["1"]],
  ["regex", ["^1", "x$", "[0-9]+"]],
  ["not_regex", ["^1"]],
  ["gt", [1, "2"]],
  ["lte", [2]],
  ["is_set", [null]],
];
const VALUES = ["1", "2", "x", "true", "10"];

/** Numbers that follow from a seed: Lehmer's generator. */
function createDraw(seed: number) {
  let state = seed;
  const next = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
  return <Item>(items: readonly Item[]) => items[Math.floor(next() * items.length)] as Item;
}

both("give the same value, whatever the flags and the people", async () => {
  const draw = createDraw(7);
  for (let round = 0; round < 60; round++) {
    const variants = draw([null, ["red", "blue"]]);
    const condition = () => {
      const [operator, values] = draw(OPERATORS);
      return {
        properties: draw([[], [{ key: draw(KEYS), operator, value: draw(values), type: "person" }]]),
        rollout_percentage: draw([null, 0, 33.3, 50, 80, 100]),
        variant: variants === null ? null : draw([null, "red", "unknown"]),
      };
    };
    const filters = {
      groups: [condition(), condition(), condition()].slice(0, draw([1, 2, 3])),
      multivariate: variants && { variants: variants.map((key) => ({ key, rollout_percentage: 50 })) },
      early_exit: draw([true, false]),
    } as GivenFlag["filters"];
    const asked = {
      distinct_id: `person ${round}`,
      person_properties: Object.fromEntries(KEYS.map((key) => [key, draw(VALUES)])),
    };
    const server = await openGiven({ flags: [{ id: 1, key: `flag-${round}`, active: true, filters }], request: asked });
    const answered = (await server.ask(asked))[`flag-${round}`];
    const local = await askSdk(server.fetch, `flag-${round}`, asked);
    assert.is(answered && (answered.variant ?? answered.enabled), local, JSON.stringify({ filters, asked }));
  }
});

both.run();
