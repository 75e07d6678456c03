import type * as v from "valibot";
import type { Author } from "../admin/activity/index.ts";
import type { PersonalApiKey, Scope } from "../admin/auth/index.ts";
import type { Project } from "../admin/projects/index.ts";
import type { RowPages } from "../base/row-pages.ts";
import type { Context } from "../handle/context.ts";
import type { OwnErrors } from "./own-errors.ts";

/** The arguments of an operation: the same from a request and from a method of the handle. */
export interface Call<Input> {
  project: Project;
  /** The author of changes: the key of a request; the system for a program that calls the handle. */
  by: Author;
  /** The key of a request; a program that calls the handle has one that may do everything. */
  key: PersonalApiKey;
  /** Scheme and host of a request, with which links of answers begin; "" for a program. */
  origin: string;
  /** The headers of a request; a program has none. */
  headers: Readonly<Record<string, string | undefined>>;
  /** The body of a request to an operation that reads it itself (`streams`). */
  bytes: AsyncIterable<Uint8Array>;
  /** The object that the path, or a method's first argument, names; "" where there is none. */
  id: number | string;
  /** The fields of a request, or of a method's last argument, parsed by the operation's schema. */
  input: Input;
}

/**
 * How a list is cut into pages, and which envelope it has over HTTP: `limit` and `offset`; the same with cursors in its links, as
 * persons have it; or `page` and `limit`.
 */
export type Paging = "offset" | "cursor" | "number";

/** The methods of a path that are one operation: PostHog takes PUT for PATCH. */
type HttpMethods = "GET" | "POST" | "PATCH" | "DELETE" | "PATCH, PUT" | "PATCH, POST";

interface Common<Schema extends v.GenericSchema | null, Response extends v.GenericSchema | undefined> {
  /** One sentence for the documentation of HTTP. */
  summary: string;
  /** Its methods and its path over HTTP; `:name` stands for one segment: `:project_id`, and the object. */
  http: readonly [methods: HttpMethods, path: string];
  /** Scopes that a key needs, all of them. The handle needs none. */
  scopes: readonly Scope[];
  /** Parses the fields: query and body together, or a method's last argument. Absent = no fields. */
  input?: Schema;
  /** Parses the fields of a request to those of `input`, where HTTP has other names or rules. @default `input` */
  wireInput?: v.GenericSchema<unknown, InputOf<Schema>>;
  /** The status of a successful answer. @default 200 */
  status?: number;
  /** The schema of the answer over HTTP, or of a row of it (`paging`). Absent = no body. */
  response?: Response;
  /**
   * The errors of its own, beyond those of every operation and those that name a field of `input`: `invalid_input`, `required`, `null`,
   * `blank`, and lengths and numbers out of bounds. A test provokes each, and fails for one that is not here.
   */
  errors?: OwnErrors;
  /** An example of a body, for the documentation. */
  example?: unknown;
  /** Fields that a method with a body has in its query, for the documentation; they are read in both. @default [] */
  inQuery?: readonly string[];
  /** Does a project's secret (`phs_…`) open it too? @default false */
  projectSecret?: boolean;
  /** Does it accept multipart/form-data with files? JSON and URL-encoded forms always are. @default false */
  files?: boolean;
  /**
   * Does it read the body itself, while it arrives (`call.bytes`)? Then only the query is input, and the key comes by a header or the
   * query. @default false
   */
  streams?: boolean;
  /** Is it about this process? Else a hoglet that follows another sends what changes something there. @default false */
  isLocal?: boolean;
  /** The media type of an answer that is a text and no JSON. */
  produces?: string;
  /** All rows of the list, for CSV. @default the rows of the answer, below `…/persons` alone */
  csv?: boolean | ((ctx: Context, call: Call<InputOf<Schema>>) => Promise<RowPages>);
  /**
   * Finds the object before the fields of a request are read, so that errors about these tell nothing to a client that may not see it.
   * @default the use case finds it @throws notFound
   */
  find?(ctx: Context, call: Pick<Call<unknown>, "project" | "id">): void;
}

type InputOf<Schema extends v.GenericSchema | null> = Schema extends v.GenericSchema ? v.InferOutput<Schema> : null;

/** The answer that HTTP documents. */
type Documented<Response extends v.GenericSchema | undefined> = Response extends v.GenericSchema
  ? v.InferOutput<Response>
  : unknown;

/** One operation: a request over HTTP and a method of the handle. */
export interface Operation<Answer = unknown> extends Common<v.GenericSchema | null, v.GenericSchema | undefined> {
  paging?: Paging;
  run(ctx: Context, call: Call<never>): Answer | Promise<Answer>;
  /** The answer, or each row of a list, as HTTP has it. @default as `run` gives it */
  toWire?(answer: never, call: Call<never>, ctx: Context): unknown;
}

type Row<Schema extends v.GenericSchema | null, Response extends v.GenericSchema | undefined, Answer> = Common<
  Schema,
  Response
> & {
  run(ctx: Context, call: Call<InputOf<Schema>>): Answer | Promise<Answer>;
};

/**
 * One operation, said once: its route, its method of the handle, its documentation. The compiler compares what `run` answers, or
 * `toWire` makes of it, with `response`.
 */
export function operation<
  const Schema extends v.GenericSchema | null = null,
  Answer extends Documented<Response> = never,
  const Response extends v.GenericSchema | undefined = undefined,
>(row: Row<Schema, Response, Answer> & { toWire?: undefined }): Operation<Answer>;
export function operation<
  const Schema extends v.GenericSchema | null = null,
  Answer = unknown,
  const Response extends v.GenericSchema | undefined = undefined,
>(
  row: Row<Schema, Response, Answer> & {
    toWire(
      answer: Answer,
      call: Call<InputOf<Schema>>,
      ctx: Context,
    ): Documented<Response> | Promise<Documented<Response>>;
  },
): Operation<Answer>;
export function operation(row: object): Operation<never> {
  // The only cast that hides a row's input: it is run with what `input` has parsed and nothing else.
  return row as Operation<never>;
}

/** An operation that answers with a page of a list; `response` is the schema of a row. */
export function listing<
  const Schema extends v.GenericSchema | null = null,
  Answer extends { results: Documented<Response>[] } = { results: never[] },
  const Response extends v.GenericSchema | undefined = undefined,
>(row: Row<Schema, Response, Answer> & { paging?: Paging; toWire?: undefined }): Operation<Answer>;
export function listing<
  const Schema extends v.GenericSchema | null = null,
  Answer extends { results: unknown[] } = { results: unknown[] },
  const Response extends v.GenericSchema | undefined = undefined,
>(
  row: Row<Schema, Response, Answer> & {
    paging?: Paging;
    toWire(row: Answer["results"][number], call: Call<InputOf<Schema>>, ctx: Context): Documented<Response>;
  },
): Operation<Answer>;
export function listing(row: object): Operation<never> {
  return { paging: "offset", ...row } as Operation<never>;
}

/** The operations of an area by the names of their methods: each answers what the handle's interface says. */
export type OperationsOf<Methods> = {
  [Name in keyof Methods]: Methods[Name] extends (...args: never[]) => Promise<infer Answer>
    ? Operation<Answer>
    : never;
};
