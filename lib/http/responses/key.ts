import * as v from "valibot";
import { list } from "./envelope.ts";
import { Id, Instant } from "../../base/answer-scalars.ts";

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

export const PersonalApiKey = v.pipe(v.object(entries), v.examples([EXAMPLE]));

export const PersonalApiKeyList = list(PersonalApiKey);

/** A key with its value, which is shown only once. */
export const NewPersonalApiKey = v.pipe(
  v.object({ ...entries, value: v.string() }),
  v.examples([{ ...EXAMPLE, value: "phx_Z2l2ZSBtZSBhIHN1ZmZpY2llbnRseSBsb25nIGtleTlzS3E" }]),
);
