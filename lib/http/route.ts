import type * as v from "valibot";
import type { PersonalApiKey } from "../admin/auth/index.ts";
import type { Context } from "../handle/context.ts";
import type { HogletError } from "../base/errors.ts";
import type { Project } from "../admin/projects/index.ts";
import type { Operation } from "../operations/index.ts";
import type { AnswerTable } from "./answer-table.ts";
import type { PageFields } from "./csv-rows.ts";
import type { RowPages } from "../base/row-pages.ts";
import type { HttpReply, HttpRequest, Target } from "./http.ts";
import type { RawReply } from "./reply.ts";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS";

/** A checked request to a route that needs a key: author, project and input. */
export interface Call<Input> {
  key: PersonalApiKey;
  /** The project of the path; on routes without a project, the first project of the key. */
  project: Project;
  /** Path parameters by name. */
  params: Readonly<Record<string, string>>;
  /** Query and body as one object, parsed by the route's schema; the body wins. */
  input: Input;
  target: Target;
  headers: HttpRequest["headers"];
  /** The body of a route that reads it itself (`streams`); empty elsewhere. */
  bytes: AsyncIterable<Uint8Array>;
  /** Is the caller still allowed? For long answers: a key can be revoked meanwhile. */
  stillMay(): boolean;
}

/** A request to a public route: nothing was read or checked yet. */
export interface PublicCall {
  request: HttpRequest;
  target: Target;
  params: Readonly<Record<string, string>>;
}

interface Common extends Pick<Operation, "summary" | "example"> {
  methods: readonly Method[];
  /** `:name` stands for one segment. The route is served with and without a trailing slash. */
  path: string;
  /**
   * The schema of a successful JSON answer, for the documentation (with examples) and for the header of a CSV without
   * rows.
   */
  response?: v.GenericSchema;
  /**
   * Further statuses beyond `status` and those of errors, with their reasons, for the documentation; with a schema where there is a body.
   */
  also?: Readonly<Record<number, string | { description: string; response: v.GenericSchema }>>;
  /** Media types of a successful answer, other than JSON and the CSV of `csv`. */
  produces?: readonly string[];
}

/** A route that needs a personal API key: a row of data around a use case. */
export interface KeyRoute
  extends Common, Pick<Operation, "scopes" | "projectSecret" | "inQuery" | "files" | "streams" | "isLocal" | "errors"> {
  access: "key";
  /** Parses query and body together; null = the use case uses neither. */
  input: v.GenericSchema | null;
  /** The fields that the use case parses itself from `input`, for the documentation. @default those of `input` */
  fields?: v.GenericSchema;
  /** Status of a successful answer. */
  status: number;
  /**
   * Can it be answered as CSV? `true` = the rows of the JSON answer (`csv-rows.ts`). A function returns a table, or all rows
   * of a list instead, of which dispatch takes those that `limit` and `offset` name. @default true below `…/persons`, else false
   */
  csv?: boolean | ((ctx: Context, call: Call<unknown>) => Promise<RowPages | AnswerTable>);
  /** The fields that turn the pages of the list. @default `limit` and `offset` */
  pageFields?: PageFields;
  /**
   * Finds the object of the path before the input is read: a client that may not see the object learns nothing from
   * errors about its input. @default the use case finds it @throws notFound
   */
  find?(ctx: Context, call: Pick<Call<unknown>, "project" | "params">): void;
  /** Returns the answer: a value for JSON (undefined = no body), or a whole reply wrapped by `rawReply`. */
  run(ctx: Context, call: Call<unknown>): unknown;
}

/** A route without a key: capture, health, files for browsers. It creates its own reply. */
export interface PublicRoute extends Common {
  access: "public";
  /**
   * Do SDKs call it from pages of any site (reference/capture.md 1.1)? Then it has the headers of CORS; no other route
   * has them.
   * @default false
   */
  browsers?: boolean;
  /** Does it store what it gets? A hoglet that follows another sends it there. @default false */
  stores?: boolean;
  /** Status of a successful answer, for the documentation. @default 200 */
  status?: number;
  /**
   * The form of its errors: `text` = the bare message, or a function for a form of its own; absent = the flat JSON
   * body.
   */
  errors?: "text" | ((ctx: Context, error: HogletError, call: PublicCall) => HttpReply);
  run(ctx: Context, call: PublicCall): HttpReply | Promise<HttpReply>;
}

export type Route = KeyRoute | PublicRoute;

type CallOf<Schema extends v.GenericSchema | null> = Call<
  Schema extends v.GenericSchema ? v.InferOutput<Schema> : null
>;

/** `run` returns the documented answer, or a whole reply. */
type AnswerOf<Response extends v.GenericSchema | undefined> =
  | RawReply
  | (Response extends v.GenericSchema ? v.InferOutput<Response> : unknown);

type KeyRouteInput<Schema extends v.GenericSchema | null, Response extends v.GenericSchema | undefined> = Omit<
  KeyRoute,
  "access" | "csv" | "input" | "response" | "run"
> & {
  input: Schema;
  response?: Response;
  csv?: boolean | ((ctx: Context, call: CallOf<Schema>) => Promise<RowPages | AnswerTable>);
  run(ctx: Context, call: CallOf<Schema>): AnswerOf<Response> | Promise<AnswerOf<Response>>;
};

/** Paths of the person endpoints: the contract has all of them accept `format`. */
const PERSON_PATH = /^\/api\/projects\/:project_id\/persons(?:\/|$)/;

/** Types a row of the route table: `run` receives the parsed `input`, and returns what `response` documents. */
export function defineRoute<
  const Schema extends v.GenericSchema | null,
  const Response extends v.GenericSchema | undefined = undefined,
>(row: KeyRouteInput<Schema, Response>): KeyRoute {
  // The only cast that hides a row's input type; dispatch passes only what `input` parsed.
  return { access: "key", csv: PERSON_PATH.test(row.path), ...row } as unknown as KeyRoute;
}
