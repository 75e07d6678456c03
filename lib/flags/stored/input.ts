import * as v from "valibot";
import { LowerCaseTags, StoredFlag, StoredText } from "../../storage/index.ts";
import { writtenAs } from "../../base/written-as.ts";
import { FiltersField } from "./filters-field.ts";

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

const FalseByNull = v.pipe(
  v.nullable(StoredFlag),
  v.transform((flag) => flag ?? false),
);

const Encrypted = v.pipe(
  StoredFlag,
  v.check((wanted) => !wanted, "Payloads are not encrypted here: leave the field out, or send false."),
);

/** The schemas of the settings of a flag, of which each may be absent. */
export const SettingInputs = {
  /** The description. @default "" */
  name: v.exactOptional(Name),
  /** @default true */
  active: v.exactOptional(StoredFlag),
  /** @default false */
  archived: v.exactOptional(StoredFlag),
  /** True = persons keep the value that they had before they were identified. @default false */
  ensure_experience_continuity: v.exactOptional(FalseByNull),
  /** @default "all" */
  evaluation_runtime: v.exactOptional(Runtime),
  /** @default "distinct_id" */
  bucketing_identifier: v.exactOptional(Bucketing),
  /** @default false */
  is_remote_configuration: v.exactOptional(FalseByNull),
  /** @default none */
  tags: v.exactOptional(LowerCaseTags),
  /** The contexts in which it is evaluated. @default all */
  evaluation_tags: v.exactOptional(LowerCaseTags),
};

const entries = {
  ...SettingInputs,
  has_encrypted_payloads: v.exactOptional(v.nullable(Encrypted)),
  /** The same list as `evaluation_tags`, under its newer name. */
  evaluation_contexts: v.exactOptional(LowerCaseTags),
  /** Conditions, variants and payloads. @default one condition for everybody */
  filters: v.exactOptional(FiltersField),
};

/** The input of `createFlag`. Other fields, such as those of a flag that was read, are ignored. */
export const FlagInput = v.object({
  /** 1 to 400 letters, digits, hyphens and underscores. */
  key: Key,
  ...entries,
});
export type FlagInput = v.InferOutput<typeof FlagInput>;

/** The input of `updateFlag`; absent fields stay. */
export const FlagUpdate = v.object({
  key: v.exactOptional(Key),
  ...entries,
  /** True = deleted, false = restored. */
  deleted: v.exactOptional(StoredFlag),
  /** The version that the client read: with `original_flag`, a field that changed since is not overwritten. */
  version: v.exactOptional(v.nullable(v.number())),
  /** The flag as the client read it. */
  original_flag: v.exactOptional(v.nullable(writtenAs<Record<string, unknown>>()(v.record(v.string(), v.unknown())))),
});
export type FlagUpdate = v.InferOutput<typeof FlagUpdate>;

/** The fields of a flag that is created. */
export interface FlagCreateInput extends v.InferInput<typeof FlagInput> {}

/** The fields of a flag that change; absent fields stay. */
export interface FlagUpdateInput extends v.InferInput<typeof FlagUpdate> {}
