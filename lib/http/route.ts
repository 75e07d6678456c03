import type * as v from "valibot";
import type { PersonalApiKey, Scope } from "../admin/auth/index.ts";
import type { Context } from "../handle/context.ts";
import type { HogletError } from "../base/errors.ts";
import type { Project } from "../admin/projects/index.ts";
import type { RowPages } from "./csv.ts";
import type { HttpReply, HttpRequest, Target } from "./http.ts";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS";

/** A request to a route that needs a key, already checked: who, where, and with what input. */
export interface Call<Input> {
  key: PersonalApiKey;
  /** The project of the path; on routes without one, the first project the key may touch. */
  project: Project;
  /** Path parameters by name. */
  params: Readonly<Record<string, string>>;
  /** Query and body as one object, parsed by the route's schema; the body wins. */
  input: Input;
  target: Target;
  headers: HttpRequest["headers"];
  /** Whether who asks still may, for an answer that goes on for long: a key can be revoked meanwhile. */
  stillMay(): boolean;
}

/** A request to a route that anybody may call: nothing was read or checked yet. */
export interface PublicCall {
  request: HttpRequest;
  target: Target;
  params: Readonly<Record<string, string>>;
}

interface Common {
  methods: readonly Method[];
  /** `:name` stands for one segment. Served with and without a trailing slash. */
  path: string;
  /** One sentence for the documentation. */
  summary: string;
  /** Shape of a successful JSON answer, for the documentation (with examples) and for the header of a CSV without rows. */
  response?: v.GenericSchema;
  /** Media types of a successful answer, other than JSON and the CSV of `csv`. */
  produces?: readonly string[];
  /** Statuses of its own beyond `status` and those that every route has, with the reason, for the documentation. */
  also?: Readonly<Record<number, string>>;
  /** A body that it takes, for the documentation. */
  example?: unknown;
}

/** A route that needs a personal API key: a row of data around a use case. */
export interface KeyRoute extends Common {
  access: "key";
  /** All of them are needed. */
  scopes: readonly Scope[];
  /** Parses query and body together; null = the use case reads neither. */
  input: v.GenericSchema | null;
  /** The fields that the use case reads itself out of `input`, for the documentation. @default those of `input` */
  fields?: v.GenericSchema;
  /** Of a successful answer. */
  status: number;
  /**
   * Can it be answered as CSV too? `true` = the rows that are in the JSON answer (`csv-rows.ts`); a function gives rows
   * instead, as many as there are. @default true below `…/persons`, else false
   */
  csv?: boolean | ((ctx: Context, call: Call<unknown>) => Promise<RowPages>);
  /**
   * Looks for what the path names before the input is read: a client that may not see it learns nothing from what is wrong
   * with its input. @default the use case looks @throws notFound
   */
  find?(ctx: Context, call: Pick<Call<unknown>, "project" | "params">): void;
  /** Takes multipart/form-data with files too; every route takes JSON and URL-encoded forms. @default false */
  files?: boolean;
  /** The answer, as a value that becomes JSON (undefined = no body), or a whole reply wrapped by `rawReply`. */
  run(ctx: Context, call: Call<unknown>): unknown;
}

/** A route without a key: capture, health, what browsers load. It makes its own reply. */
export interface PublicRoute extends Common {
  access: "public";
  /**
   * Do SDKs call it from pages of any site (reference/capture.md 1.1)? Then it has the headers of CORS; no other route has.
   * @default false
   */
  browsers?: boolean;
  /** Of a successful answer, for the documentation. @default 200 */
  status?: number;
  /** How its clients know errors: `text` = the bare message, or a form of their own; absent = the flat JSON body. */
  errors?: "text" | ((ctx: Context, error: HogletError, call: PublicCall) => HttpReply);
  run(ctx: Context, call: PublicCall): HttpReply | Promise<HttpReply>;
}

export type Route = KeyRoute | PublicRoute;

type CallOf<Schema extends v.GenericSchema | null> = Call<
  Schema extends v.GenericSchema ? v.InferOutput<Schema> : null
>;

type KeyRouteInput<Schema extends v.GenericSchema | null> = Omit<KeyRoute, "access" | "csv" | "input" | "run"> & {
  input: Schema;
  csv?: boolean | ((ctx: Context, call: CallOf<Schema>) => Promise<RowPages>);
  run(ctx: Context, call: CallOf<Schema>): unknown;
};

/** The contract: all person endpoints take `format`. */
const PERSON_PATH = /^\/api\/projects\/:project_id\/persons(?:\/|$)/;

/** Types a row of the route table: `run` gets what `input` parses to. */
export function defineRoute<const Schema extends v.GenericSchema | null>(row: KeyRouteInput<Schema>): KeyRoute {
  // The one place where a row's input type is forgotten; dispatch only ever passes what `input` gave.
  return { access: "key", csv: PERSON_PATH.test(row.path), ...row } as unknown as KeyRoute;
}
