import type * as v from "valibot";
import type { Project } from "../../admin/projects/index.ts";
import type { Asks } from "./answer.ts";
import type { NodeKind, NodeTypes } from "./node-kind.ts";
import type { RequestFields } from "./request-fields.ts";

/** The result of a group's method; of an overloaded method, that of the last form. */
export type ResultOf<Methods> = Methods[keyof Methods] extends (...args: never[]) => Promise<infer Result>
  ? Result
  : never;

type Ask<Result> = (ctx: Asks, project: Project, input: RequestFields, origin?: string) => Promise<Result>;

interface Described {
  /** One sentence for the OpenAPI document. */
  summary: string;
  fields: v.ObjectSchema<v.ObjectEntries, undefined>;
  /** A request for the OpenAPI document. */
  example: RequestFields;
  /** The answer with an example, for the OpenAPI document. */
  response: v.GenericSchema;
}

/**
 * The people behind the numbers of an answer.
 * @typeParam Methods an interface with one method: that of `hoglet.persons`, with its documentation
 */
export interface PeopleKind<Methods> extends Described {
  /** Path below `persons/`. */
  path: string;
  /** The fields that turn its pages. @default `limit` and `offset` */
  pageFields?: { limit: string; offset: string };
  /** The methods of HTTP. */
  verbs: readonly ("GET" | "POST")[];
  /**
   * A page of the people.
   * @param origin scheme and host that links begin with
   * @throws HogletError 400 naming the field
   */
  ask: Ask<ResultOf<Methods>>;
  /** All people, for CSV. */
  pages(ctx: Asks, project: Project, input: RequestFields): Promise<() => AsyncGenerator<readonly unknown[]>>;
}

/** The types of a kind that users see. */
export interface KindTypes extends NodeTypes {
  /** The kind's name, as the field `insight` has it. */
  insight: string;
  /** An interface with one method: that of `hoglet.insights`, with its documentation. */
  methods: unknown;
  /** An interface with one method: that of `hoglet.persons`, with its documentation. */
  people: unknown;
}

/** A kind of question: all that HTTP, the handle, the OpenAPI document and saved insights know about it. */
export interface InsightKind<Types extends KindTypes> extends Described {
  insight: Types["insight"];
  /** The name that `shown_as` has for it, where several kinds share a path. */
  shownAs?: string;
  /** Path below `insights/`. */
  path: string;
  /**
   * Answers a question.
   * @param origin scheme and host that links begin with
   * @throws HogletError 400 naming the field
   */
  ask: Ask<ResultOf<Types["methods"]>>;
  people: PeopleKind<Types["people"]>;
  /** The same question as a query node. */
  node: NodeKind<Types["query"]>;
}
