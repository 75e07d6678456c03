import * as v from "valibot";
import { LowerCaseTags, StoredFlag, StoredText } from "../../storage/index.ts";
import { writtenAs } from "../../base/written-as.ts";
import { FiltersField } from "./filters-field.ts";
import type { FlagFiltersInput } from "./filters-field.ts";

/** The characters of a key. */
export const FLAG_KEY = /^[\w-]+$/;

const Key = v.pipe(StoredText, v.nonEmpty("This field may not be blank."), v.maxLength(400));

const Runtime = v.pipe(
  v.nullable(v.picklist(["all", "client", "server"], "Expected all, client or server.")),
  v.transform((runtime) => runtime ?? "all"),
);

const Bucketing = v.pipe(
  v.nullable(v.picklist(["distinct_id", "device_id"], "Expected distinct_id or device_id.")),
  v.transform((identifier) => identifier ?? "distinct_id"),
);

const Name = v.pipe(StoredText, v.maxLength(10_000));

const Encrypted = v.pipe(
  StoredFlag,
  v.check((wanted) => !wanted, "Payloads are not encrypted here: leave the field out, or send false."),
);

/** The schemas of the settings of a flag, of which each may be absent. */
export const FlagSettings = {
  name: v.exactOptional(Name),
  active: v.exactOptional(StoredFlag),
  archived: v.exactOptional(StoredFlag),
  ensure_experience_continuity: v.exactOptional(
    v.pipe(
      v.nullable(StoredFlag),
      v.transform((flag) => flag ?? false),
    ),
  ),
  evaluation_runtime: v.exactOptional(Runtime),
  bucketing_identifier: v.exactOptional(Bucketing),
  is_remote_configuration: v.exactOptional(
    v.pipe(
      v.nullable(StoredFlag),
      v.transform((flag) => flag ?? false),
    ),
  ),
  tags: v.exactOptional(LowerCaseTags),
  evaluation_tags: v.exactOptional(LowerCaseTags),
};

const entries = {
  ...FlagSettings,
  has_encrypted_payloads: v.exactOptional(v.nullable(Encrypted)),
  evaluation_contexts: v.exactOptional(LowerCaseTags),
  filters: v.exactOptional(FiltersField),
};

/** The input of `createFlag`. Other fields, such as those of a flag that was read, are ignored. */
export const FlagInput = v.object({ key: Key, ...entries });
export type FlagInput = v.InferOutput<typeof FlagInput>;

/** The input of `updateFlag`; absent fields stay. */
export const FlagUpdate = v.object({
  key: v.exactOptional(Key),
  ...entries,
  /** False restores it. */
  deleted: v.exactOptional(StoredFlag),
  /** The version that the client read: with `original_flag`, a field that changed since is not overwritten. */
  version: v.exactOptional(v.nullable(v.number())),
  /** The flag as the client read it. */
  original_flag: v.exactOptional(v.nullable(writtenAs<Record<string, unknown>>()(v.record(v.string(), v.unknown())))),
});
export type FlagUpdate = v.InferOutput<typeof FlagUpdate>;

/** The fields of a flag that is created. */
export interface FlagCreateInput {
  /** 1 to 400 letters, digits, hyphens and underscores. */
  key: string;
  /** The description. @default "" */
  name?: string;
  /** Conditions, variants and payloads. @default one condition for everybody */
  filters?: FlagFiltersInput;
  /** @default true */
  active?: boolean;
  /** @default false */
  archived?: boolean;
  /** True = persons keep the value that they had before they were identified. @default false */
  ensure_experience_continuity?: boolean | null;
  /** @default "all" */
  evaluation_runtime?: "all" | "client" | "server" | null;
  /** @default "distinct_id" */
  bucketing_identifier?: "distinct_id" | "device_id" | null;
  /** @default false */
  is_remote_configuration?: boolean | null;
  /** @default none */
  tags?: string[];
  /** The contexts in which it is evaluated. @default all */
  evaluation_tags?: string[];
}

/** The fields of a flag that change; absent fields stay. */
export interface FlagUpdateInput extends Partial<FlagCreateInput> {
  /** True = deleted, false = restored. */
  deleted?: boolean;
}
