import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet } from "../../lib/index.ts";
import type { Hoglet } from "../../lib/index.ts";

// PostHog's Terraform provider 1.x, replayed: the requests that it sends for a resource, and the fields that it reads. Terraform
// fails with "Provider produced inconsistent result after apply" when a field that was configured comes back with another value,
// and shows a change for ever when a later read differs. Source: PostHog/terraform-provider-posthog, internal/httpclient.

/** Sends a request as the provider does. An answer that is no 2xx fails the run, 404 of a read excepted. */
type Send = (method: string, path: string, body?: unknown) => Promise<{ status: number; body: Fields }>;
type Fields = Record<string, unknown>;

async function withProvider(test: (send: Send, hoglet: Hoglet) => Promise<void>): Promise<void> {
  await using hoglet = await createHoglet({ now: "2024-06-10T12:00:00Z" });
  await test(async (method, path, body) => {
    const answer = await hoglet.fetch(
      new Request(`http://127.0.0.1:8010${path}`, {
        method,
        headers: {
          Authorization: `Bearer ${hoglet.personalApiKey}`,
          "Content-Type": "application/json",
          "User-Agent": "posthog/terraform-provider; version: 1.0.0",
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    );
    const text = await answer.text();
    return { status: answer.status, body: text === "" ? {} : (JSON.parse(text) as Fields) };
  }, hoglet);
}

/** A resource of the provider: its path, its steps, and the state that each must leave. */
interface Resource {
  name: string;
  /** The collection's path. */
  path: (hoglet: Hoglet) => string;
  create: Fields;
  /** Bodies of later applies. */
  updates: Fields[];
  /** The body that deletes; absent = DELETE, after which it is gone. */
  delete?: Fields;
}

const TREND = {
  kind: "InsightVizNode",
  source: {
    kind: "TrendsQuery",
    series: [{ kind: "EventsNode", name: "$pageview", event: "$pageview", math: "total" }],
  },
};

const insight = (name: string, source: Fields): Resource => ({
  name: `an insight of ${name}`,
  path: ({ project }) => `/api/projects/${project.id}/insights/`,
  create: { name, query: { kind: "InsightVizNode", source }, dashboards: [] },
  updates: [{ name: `${name} again`, query: { kind: "InsightVizNode", source }, dashboards: [], deleted: false }],
  delete: { deleted: true },
});

const PAGEVIEW = { kind: "EventsNode", name: "$pageview", event: "$pageview" };

const RESOURCES: Resource[] = [
  {
    name: "a project",
    path: () => "/api/organizations/ORGANIZATION/projects/",
    create: { name: "tf-acc-test", timezone: "Europe/London" },
    updates: [{ name: "tf-acc-test-updated", timezone: "Europe/London" }],
  },
  {
    name: "an insight",
    path: ({ project }) => `/api/projects/${project.id}/insights/`,
    create: {
      name: "Views",
      derived_name: "Custom derived name",
      description: "Test insight",
      query: TREND,
      tags: ["tag1", "tag2"],
      dashboards: [],
    },
    updates: [
      { name: "Views", description: "", query: TREND, tags: ["tag1"], dashboards: [], deleted: false },
      { name: "", query: TREND, dashboards: [], deleted: false },
    ],
    delete: { deleted: true },
  },
  insight("funnels", {
    kind: "FunnelsQuery",
    series: [PAGEVIEW, { ...PAGEVIEW, name: "signup", event: "signup" }],
    funnelsFilter: { funnelVizType: "steps" },
  }),
  insight("retention", {
    kind: "RetentionQuery",
    retentionFilter: {
      period: "Day",
      retentionType: "retention_first_time",
      targetEntity: { id: "$pageview", name: "$pageview", type: "events" },
      returningEntity: { id: "$pageview", name: "$pageview", type: "events" },
      totalIntervals: 7,
    },
  }),
  insight("lifecycle", { kind: "LifecycleQuery", series: [PAGEVIEW], lifecycleFilter: {} }),
  insight("paths", { kind: "PathsQuery", pathsFilter: { includeEventTypes: ["$pageview"] } }),
  {
    name: "a dashboard",
    path: ({ project }) => `/api/projects/${project.id}/dashboards/`,
    create: { name: "Growth", description: "Test dashboard", pinned: true, tags: ["tag1", "tag2"] },
    updates: [{ name: "Growth", description: "", pinned: false, tags: ["tag1"], deleted: false }],
    delete: { deleted: true },
  },
  {
    name: "an action",
    path: ({ project }) => `/api/projects/${project.id}/actions/`,
    create: {
      name: "Landed",
      description: "Test action",
      tags: ["analytics", "tracking"],
      post_to_slack: false,
      slack_message_format: "seen",
      steps: [{ event: "$pageview", url: "https://example.com/", url_matching: "exact" }],
    },
    updates: [
      { name: "Landed", description: "Updated", tags: ["one"], steps: [{ event: "$autocapture" }], deleted: false },
      { name: "Landed", description: "", slack_message_format: "", tags: [], steps: [], deleted: false },
    ],
    delete: { deleted: true },
  },
  {
    name: "a feature flag",
    path: ({ project }) => `/api/projects/${project.id}/feature_flags/`,
    create: {
      key: "tf-acc-test",
      name: "Test Feature Flag",
      active: true,
      ensure_experience_continuity: false,
      filters: {
        groups: [
          {
            properties: [{ key: "email", type: "person", value: ["admin@example.com"], operator: "exact" }],
            rollout_percentage: 100,
          },
          { properties: [], rollout_percentage: 10 },
        ],
      },
      tags: ["managed-by:terraform", "env:test"],
      deleted: false,
    },
    updates: [
      {
        key: "tf-acc-test",
        name: "Rollout Test",
        active: false,
        ensure_experience_continuity: true,
        filters: { groups: [{ properties: [], rollout_percentage: 0 }] },
        tags: ["one"],
        deleted: false,
      },
      // The key alone was configured: all other fields are sent empty.
      {
        key: "tf-acc-test",
        name: "",
        active: false,
        ensure_experience_continuity: false,
        filters: { groups: [{}] },
        deleted: false,
      },
    ],
    delete: { key: "tf-acc-test", deleted: true },
  },
];

/** The part of an answer that was configured: fields that the server adds are left out, as the provider does. */
function configured(sent: unknown, read: unknown): unknown {
  if (Array.isArray(sent) && Array.isArray(read)) {
    return read.map((item, index) => (index < sent.length ? configured(sent[index], item) : item));
  }
  if (typeof sent !== "object" || sent === null || typeof read !== "object" || read === null) return read;
  const fields = Object.keys(sent).filter((name) => Object.hasOwn(read, name));
  return Object.fromEntries(fields.map((name) => [name, configured((sent as Fields)[name], (read as Fields)[name])]));
}

/** Tags are a set. */
function sortTags(fields: Fields): Fields {
  const { tags } = fields;
  return Array.isArray(tags) ? { ...fields, tags: tags.toSorted() } : fields;
}

/** Empty text is no text, for the provider. */
function withoutEmpty(fields: Fields): Fields {
  return sortTags(Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== "" && value !== null)));
}

const terraform = suite("PostHog's Terraform provider");

for (const resource of RESOURCES) {
  terraform(`creates, reads, changes, imports and deletes ${resource.name}`, () =>
    withProvider(async (send, hoglet) => {
      const { body: own } = await send("GET", "/api/organizations/@current/");
      const collection = resource.path(hoglet).replace("ORGANIZATION", String(own["id"]));
      const made = await send("POST", collection, resource.create);
      assert.is(made.status, 201, JSON.stringify(made.body));
      assert.type(made.body["id"], "number");
      const path = `${collection}${String(made.body["id"])}/`;
      const isKept = async (sent: Fields, answered: Fields) => {
        // The second read is the one of `terraform plan`, and of `terraform import`.
        for (const state of [answered, (await send("GET", path)).body]) {
          assert.equal(withoutEmpty(configured(sent, state) as Fields), withoutEmpty(sent));
          assert.is(state["id"], made.body["id"]);
        }
      };
      await isKept(resource.create, made.body);
      for (const update of resource.updates) {
        const { status, body } = await send("PATCH", path, update);
        assert.is(status, 200, JSON.stringify(body));
        await isKept(update, body);
      }
      if (resource.delete === undefined) {
        assert.is((await send("DELETE", path)).status, 204);
        assert.is((await send("GET", path)).status, 404);
        return;
      }
      assert.is((await send("PATCH", path, resource.delete)).status, 200);
      const { status, body } = await send("GET", path);
      assert.ok(status === 404 || body["deleted"] === true, `${status} ${JSON.stringify(body)}`);
      // A resource that was deleted elsewhere comes back by the next apply.
      if (status === 200) {
        assert.is((await send("PATCH", path, { ...resource.create, deleted: false })).status, 200);
        assert.is((await send("GET", path)).body["deleted"], false);
      }
    }),
  );
}

terraform.run();
