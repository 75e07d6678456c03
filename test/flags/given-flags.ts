import { readFileSync } from "node:fs";
import { PostHog } from "posthog-node";
import { routes } from "../../lib/http/routes/index.ts";
import type { Context } from "../../lib/handle/context.ts";
import type { HogletOptions } from "../../lib/handle/options.ts";
import type { Fetch } from "../../lib/http/fetch.ts";
import type { FlagDefinition, FlagProperty, PropertyGroup } from "../../lib/flags/evaluation/index.ts";
import { KEY, openRoutes, TOKEN } from "../http/flag-context.ts";

/** A flag as the cases have it. */
export type GivenFlag = Pick<FlagDefinition, "id" | "key" | "active" | "filters"> &
  Partial<Pick<FlagDefinition, "ensure_experience_continuity" | "bucketing_identifier">>;

/** The fields that a client sends. */
export interface GivenRequest {
  distinct_id: string;
  person_properties?: Record<string, string>;
  groups?: Record<string, string>;
  group_properties?: Record<string, Record<string, string>>;
  device_id?: string;
}

/** The state that the cases describe. */
export interface GivenState {
  flags: GivenFlag[];
  person?: Record<string, unknown>;
  groups?: Record<string, Record<string, Record<string, unknown>>>;
  group_type_mapping?: Record<string, string>;
  cohorts?: Record<string, PropertyGroup>;
  static_cohorts_of_person?: number[];
  request: GivenRequest;
  now?: string;
}

interface Named {
  id: string;
}

export type GivenCase = Named &
  (
    | { kind: "hash"; text: string; bucket: number }
    | { kind: "series"; flags: GivenFlag[]; distinct_id: string; from: number; expect: (boolean | string)[] }
    | ({
        kind: "flag";
        flag: string;
        expect: {
          value: boolean | string;
          reason: string;
          condition_index: number | null;
          payload?: string;
          local?: boolean | string;
        };
      } & GivenState)
    | {
        kind: "property";
        filter: FlagProperty;
        now?: string;
        rows: { properties: Record<string, string>; server: boolean; local?: boolean | "inconclusive" }[];
      }
    | { kind: "dependency"; value: boolean | string; wanted: boolean | string; expect: boolean }
  );

/** The given cases of flags, by their kinds. */
export const givenFlags = (
  JSON.parse(readFileSync(new URL("../../fixtures/cases/flags.json", import.meta.url), "utf8")) as {
    cases: GivenCase[];
  }
).cases;

/** A server in the state of a case. */
export interface GivenServer {
  ctx: Context;
  fetch: Fetch;
  /** The answer of `/flags?v=2` for the case's request. */
  ask(request: GivenRequest): Promise<Record<string, Answered>>;
  /** The value that posthog-node computes itself; undefined = it would ask. */
  askLocally(key: string, request: GivenRequest): Promise<boolean | string | undefined>;
}

interface Answered {
  enabled: boolean;
  variant: string | null;
  reason: { code: string; condition_index: number | null; description: string };
  metadata: { payload?: string };
}

/** Brings a server into the state of a case: flags, cohorts and group types under their ids; people by their events. */
export async function openGiven(state: GivenState, options: HogletOptions = {}): Promise<GivenServer> {
  const { ctx, fetch } = openRoutes(routes, { ...options, ...(state.now !== undefined && { now: state.now }) });
  const { db } = ctx;
  for (const [index, type] of Object.entries(state.group_type_mapping ?? {})) {
    db.sql("INSERT INTO group_types (project_id, group_type_index, group_type) VALUES (1, ?, ?)").run(
      Number(index),
      type,
    );
  }
  const addCohort = db.sql(
    "INSERT INTO cohorts (id, project_id, name, groups, is_static, created_at) VALUES (?, 1, 'c', ?, ?, 0)",
  );
  for (const [id, group] of Object.entries(state.cohorts ?? {})) {
    addCohort.run(Number(id), JSON.stringify([{ properties: group }]), 0);
  }
  const { distinct_id: distinctId } = state.request;
  const members = state.static_cohorts_of_person ?? [];
  if (state.person !== undefined || members.length > 0) {
    await send(fetch, { event: "$set", distinct_id: distinctId, $set: state.person ?? {} });
  }
  for (const id of members) {
    addCohort.run(id, "[]", 1);
    db.sql(
      "INSERT INTO cohort_members (cohort_id, person_id) SELECT ?, person_id FROM distinct_ids WHERE distinct_id = ?",
    ).run(id, distinctId);
  }
  for (const [type, byKey] of Object.entries(state.groups ?? {})) {
    for (const [key, properties] of Object.entries(byKey)) {
      const named = { $group_type: type, $group_key: key, $group_set: properties };
      await send(fetch, { event: "$groupidentify", distinct_id: "somebody", properties: named });
    }
  }
  state.flags.forEach((flag) => addFlag(ctx, flag));
  return {
    ctx,
    fetch,
    ask: (request) => askFlags(fetch, request),
    askLocally: (key, request) => askSdk(fetch, key, request),
  };
}

/** Stores a flag as it is, past the checks of the API. */
export function addFlag({ db }: Context, flag: GivenFlag): void {
  db.sql(
    `INSERT INTO feature_flags (id, project_id, key, filters, active, ensure_experience_continuity, bucketing_identifier, created_at, updated_at)
     VALUES (?, 1, ?, ?, ?, ?, ?, 0, 0)`,
  ).run(
    flag.id,
    flag.key,
    JSON.stringify(flag.filters),
    Number(flag.active),
    Number(flag.ensure_experience_continuity ?? false),
    flag.bucketing_identifier ?? "distinct_id",
  );
}

/** Captures an event. */
export async function send(fetch: Fetch, event: object): Promise<void> {
  const body = JSON.stringify({ api_key: TOKEN, ...event });
  const { status } = await fetch("/i/v0/e/", { method: "POST", body });
  if (status !== 200) throw new Error(`The event was refused with ${status}.`);
}

async function askFlags(fetch: Fetch, request: object): Promise<Record<string, Answered>> {
  const reply = await fetch("/flags/?v=2", { method: "POST", body: JSON.stringify({ token: TOKEN, ...request }) });
  return ((await reply.json()) as { flags: Record<string, Answered> }).flags;
}

/** The flags as posthog-node knows them, evaluated without asking. */
export async function askSdk(
  fetch: Fetch,
  key: string,
  { distinct_id: distinctId, groups, person_properties, group_properties, device_id }: GivenRequest,
): Promise<boolean | string | undefined> {
  const sdk = new PostHog(TOKEN, {
    host: "http://hoglet.test",
    personalApiKey: KEY,
    fetch: (url, init) => fetch(url, init as RequestInit),
  });
  try {
    await sdk.reloadFeatureFlags();
    const value = await sdk.getFeatureFlag(key, distinctId, {
      onlyEvaluateLocally: true,
      sendFeatureFlagEvents: false,
      ...(groups && { groups }),
      personProperties: { ...person_properties, ...(device_id && { $device_id: device_id }) },
      ...(group_properties && { groupProperties: group_properties }),
    });
    return value;
  } finally {
    await sdk.shutdown();
  }
}
