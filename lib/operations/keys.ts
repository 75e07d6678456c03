import * as v from "valibot";
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
} from "../admin/auth/index.ts";
import type { NewPersonalApiKey, PersonalApiKey } from "../admin/auth/index.ts";
import { SYSTEM } from "../admin/activity/index.ts";
import { ORGANIZATION_ID } from "../admin/projects/index.ts";
import { Id, Instant, listOf } from "../base/answer-scalars.ts";
import { denied } from "../base/errors.ts";
import type { Context } from "../handle/context.ts";
import { operation } from "./operation.ts";
import type { Call, OperationsOf } from "./operation.ts";

export interface KeysHandle {
  /** Creates a personal API key; its `value` is shown only once. */
  create(input: KeyInput): Promise<NewPersonalApiKey>;
  /** Lists personal API keys, newest first. */
  list(): Promise<PersonalApiKey[]>;
  get(id: string): Promise<PersonalApiKey>;
  update(id: string, input: KeyUpdate): Promise<PersonalApiKey>;
  /** Gives a key a new value, shown only once; the old value is invalid from the next request on. */
  roll(id: string): Promise<NewPersonalApiKey>;
  revoke(id: string): Promise<void>;
}

/** hoglet has a single organisation: its name limits nothing; any other name is refused. */
const Organizations = v.array(v.literal(ORGANIZATION_ID, "There is no organization with this id."));

// The wire calls projects teams. Unknown fields are refused: a key whose limit was misspelt would open every project.
const KeyBody = v.pipe(
  v.strictObject({
    label: KeyInput.entries.label,
    scopes: KeyInput.entries.scopes,
    scoped_teams: v.optional(KeyInput.entries.projects.wrapped, []),
    scoped_organizations: v.optional(Organizations, []),
  }),
  v.transform(({ label, scopes, scoped_teams: projects }) => ({ label, scopes, projects })),
);

/** Further fields of an answer, which a client may send back. */
const OF_ANSWER = ["id", "value", "mask_value", "created_at", "last_used_at", "last_rolled_at", "user_id"] as const;

const KeyPatch = v.pipe(
  v.strictObject({
    ...v.entriesFromList(OF_ANSWER, v.optional(v.unknown())),
    label: KeyUpdate.entries.label,
    scopes: KeyUpdate.entries.scopes,
    scoped_teams: KeyUpdate.entries.projects,
    scoped_organizations: v.optional(Organizations, []),
  }),
  v.transform(({ label, scopes, scoped_teams: projects }) => ({
    ...(label !== undefined && { label }),
    ...(scopes !== undefined && { scopes }),
    ...(projects !== undefined && { projects }),
  })),
);

const entries = {
  id: v.string(),
  label: v.string(),
  mask_value: v.string(),
  created_at: Instant,
  last_used_at: v.nullable(Instant),
  last_rolled_at: v.nullable(Instant),
  user_id: v.null(),
  scopes: v.array(v.string()),
  scoped_teams: v.array(Id),
  scoped_organizations: v.array(v.string()),
};

const EXAMPLE = {
  id: "Jm3kQ0uXbT8",
  label: "laptop",
  mask_value: "phx_...9sKq",
  created_at: "2024-03-01T08:00:00Z",
  last_used_at: null,
  last_rolled_at: null,
  user_id: null,
  scopes: ["person:read"],
  scoped_teams: [],
  scoped_organizations: [],
};

/** A key as HTTP has it. */
export const WireKey = v.pipe(v.object(entries), v.examples([EXAMPLE]));

/** A key with its value, as HTTP has it. */
export const NewWireKey = v.pipe(
  v.object({ ...entries, value: v.string() }),
  v.examples([{ ...EXAMPLE, value: "phx_Z2l2ZSBtZSBhIHN1ZmZpY2llbnRseSBsb25nIGtleTlzS3E" }]),
);

const KEYS = "/api/personal_api_keys";
const KEY = `${KEYS}/:id`;

const isSecret = { invalid_input: { "": "It is the secret of a project, which `rotate_secret_token` replaces." } };

/**
 * Personal API keys (reference/rest.md 3.5). PostHog needs a session; here a key with `*` for all projects manages
 * keys, and any key for all projects may read itself.
 */
export const keys = {
  list: operation({
    summary: "All personal API keys as a bare list, newest first.",
    http: ["GET", KEYS],
    scopes: ["*"],
    response: listOf(WireKey),
    run: (ctx) => listKeys(ctx),
    toWire: (list) => list.map(toWire),
  }),
  create: operation({
    summary: "Creates a personal API key; `value` is shown only once.",
    http: ["POST", KEYS],
    scopes: ["*"],
    input: KeyInput,
    wireInput: KeyBody,
    status: 201,
    response: NewWireKey,
    example: { label: "laptop", scopes: ["person:read"] },
    run(ctx, call) {
      requireNamed(ctx, call);
      return createKey(ctx, call.input, call.by);
    },
    toWire: toNewWire,
  }),
  get: operation({
    summary: "One personal API key; `@current` is the one of the request.",
    http: ["GET", KEY],
    scopes: [],
    response: WireKey,
    errors: { permission_denied: { "": "It is another key, and that of the request lacks the scope `*`." } },
    run(ctx, call) {
      const id = idOf(call);
      if (id !== call.key.id && !call.key.scopes.includes("*")) {
        throw denied("This action does not support Personal API Key access");
      }
      return getKey(ctx, id);
    },
    toWire,
  }),
  update: operation({
    summary: "Changes label, scopes or projects of a personal API key.",
    http: ["PATCH, PUT", KEY],
    scopes: ["*"],
    input: KeyUpdate,
    wireInput: KeyPatch,
    response: WireKey,
    example: { label: "old laptop" },
    errors: isSecret,
    run(ctx, call) {
      requireNamed(ctx, call);
      return updateKey(ctx, idOf(call), call.input, call.by);
    },
    toWire,
  }),
  revoke: operation({
    summary: "Revokes a personal API key.",
    http: ["DELETE", KEY],
    scopes: ["*"],
    status: 204,
    run: (ctx, call) => revokeKey(ctx, idOf(call), call.by),
  }),
  roll: operation({
    summary: "Gives a personal API key a new value, shown only once.",
    http: ["POST", `${KEY}/roll`],
    scopes: ["*"],
    response: NewWireKey,
    errors: isSecret,
    run: (ctx, call) => rollKey(ctx, idOf(call), call.by),
    toWire: toNewWire,
  }),
} satisfies OperationsOf<KeysHandle>;

function idOf({ id, key }: Pick<Call<unknown>, "id" | "key">): string {
  return id === "@current" ? key.id : String(id);
}

/** @throws invalid naming the field as the caller does */
function requireNamed(ctx: Context, { by, input }: Call<{ projects?: number[] }>): void {
  requireProjects(ctx, input.projects ?? [], by === SYSTEM ? "projects" : "scoped_teams");
}

/** A key under the wire's names. `user_id` is null: hoglet has no users, only the owner of the file. */
function toNewWire({ value, ...key }: NewPersonalApiKey): v.InferOutput<typeof NewWireKey> {
  const { id, label, ...rest } = toWire(key);
  return { id, label, value, ...rest };
}

function toWire(key: PersonalApiKey): v.InferOutput<typeof WireKey> {
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
