import * as v from "valibot";
import { authorOf } from "../../admin/activity/index.ts";
import {
  createKey,
  getKey,
  KeyInput,
  KeyUpdate,
  listKeys,
  requireProjects,
  revokeKey,
  rollKey,
  updateKey,
} from "../../admin/auth/index.ts";
import type { NewPersonalApiKey, PersonalApiKey } from "../../admin/auth/index.ts";
import { denied } from "../../base/errors.ts";
import { ORGANIZATION_ID } from "../../admin/projects/index.ts";
import * as answers from "../responses/key.ts";
import { defineRoute } from "../route.ts";
import type { Call, Route } from "../route.ts";

const KEYS = "/api/personal_api_keys";

/** hoglet has a single organisation: its name limits nothing; any other name is refused. */
const Organizations = v.array(v.literal(ORGANIZATION_ID, "There is no organization with this id."));

// The wire calls projects teams. Unknown fields are refused: a key whose limit was misspelt would open every project.
const KeyBody = v.strictObject({
  label: KeyInput.entries.label,
  scopes: KeyInput.entries.scopes,
  scoped_teams: v.optional(KeyInput.entries.projects.wrapped, []),
  scoped_organizations: v.optional(Organizations, []),
});

/** Further fields of an answer, which a client may send back. */
const OF_ANSWER = ["id", "value", "mask_value", "created_at", "last_used_at", "last_rolled_at", "user_id"] as const;

const KeyPatch = v.strictObject({
  ...v.entriesFromList(OF_ANSWER, v.optional(v.unknown())),
  label: KeyUpdate.entries.label,
  scopes: KeyUpdate.entries.scopes,
  scoped_teams: KeyUpdate.entries.projects,
  scoped_organizations: v.optional(Organizations, []),
});

/**
 * Personal API keys (reference/rest.md 3.5). PostHog needs a session; here a key with `*` for all projects manages
 * keys, and any key for all projects may read itself.
 */
export const keyRoutes: readonly Route[] = [
  defineRoute({
    methods: ["GET"],
    path: KEYS,
    summary: "All personal API keys as a bare list, newest first.",
    scopes: ["*"],
    input: null,
    status: 200,
    response: answers.PersonalApiKeyList,
    run: (ctx) => listKeys(ctx).map(toWire),
  }),
  defineRoute({
    methods: ["POST"],
    path: KEYS,
    summary: "Creates a personal API key; `value` is shown only once.",
    scopes: ["*"],
    input: KeyBody,
    status: 201,
    response: answers.NewPersonalApiKey,
    example: { label: "laptop", scopes: ["person:read"] },
    async run(ctx, { key, input }) {
      const { label, scopes, scoped_teams: projects } = input;
      requireProjects(ctx, projects, "scoped_teams");
      return toNewWire(await createKey(ctx, { label, scopes, projects }, undefined, authorOf(key)));
    },
  }),
  defineRoute({
    methods: ["GET"],
    path: `${KEYS}/:id`,
    summary: "One personal API key; `@current` is the one of the request.",
    scopes: [],
    input: null,
    status: 200,
    response: answers.PersonalApiKey,
    run(ctx, call) {
      const id = toId(call);
      if (id !== call.key.id && !call.key.scopes.includes("*")) {
        throw denied("This action does not support Personal API Key access");
      }
      return toWire(getKey(ctx, id));
    },
  }),
  defineRoute({
    methods: ["PATCH", "PUT"],
    path: `${KEYS}/:id`,
    summary: "Changes label, scopes or projects of a personal API key.",
    scopes: ["*"],
    input: KeyPatch,
    status: 200,
    response: answers.PersonalApiKey,
    example: { label: "old laptop" },
    async run(ctx, call) {
      const { label, scopes, scoped_teams: projects } = call.input;
      if (projects !== undefined) requireProjects(ctx, projects, "scoped_teams");
      const update = {
        ...(label !== undefined && { label }),
        ...(scopes !== undefined && { scopes }),
        ...(projects !== undefined && { projects }),
      };
      return toWire(await updateKey(ctx, toId(call), update, authorOf(call.key)));
    },
  }),
  defineRoute({
    methods: ["DELETE"],
    path: `${KEYS}/:id`,
    summary: "Revokes a personal API key.",
    scopes: ["*"],
    input: null,
    status: 204,
    run: (ctx, call) => revokeKey(ctx, toId(call), authorOf(call.key)),
  }),
  defineRoute({
    methods: ["POST"],
    path: `${KEYS}/:id/roll`,
    summary: "Gives a personal API key a new value, shown only once.",
    scopes: ["*"],
    input: null,
    status: 200,
    response: answers.NewPersonalApiKey,
    run: async (ctx, call) => toNewWire(await rollKey(ctx, toId(call), authorOf(call.key))),
  }),
];

function toId({ params, key }: Call<unknown>): string {
  const id = params["id"] ?? "";
  return id === "@current" ? key.id : id;
}

/** A key under the wire's names. `user_id` is null: hoglet has no users, only the owner of the file. */
function toNewWire({ value, ...key }: NewPersonalApiKey): v.InferOutput<typeof answers.NewPersonalApiKey> {
  const { id, label, ...rest } = toWire(key);
  return { id, label, value, ...rest };
}

function toWire(key: PersonalApiKey): v.InferOutput<typeof answers.PersonalApiKey> {
  return {
    id: key.id,
    label: key.label,
    mask_value: key.mask_value,
    created_at: key.created_at,
    last_used_at: key.last_used_at,
    last_rolled_at: key.last_rolled_at,
    user_id: null,
    scopes: key.scopes,
    scoped_teams: key.scoped_projects,
    scoped_organizations: [],
  };
}
