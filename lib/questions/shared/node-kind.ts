import type * as v from "valibot";
import type { Project } from "../../admin/projects/index.ts";
import type { ActorList } from "../../port/actors.ts";
import type { DateRange } from "../../port/range.ts";
import type { Selection } from "../../port/selection.ts";
import type { Asks } from "./answer.ts";
import type { Converter } from "./filters-to-node.ts";
import type { NodePoint } from "./node-point.ts";
import type { QueryKind, QueryTypes } from "./query-kind.ts";
import type { RequestFields } from "./request-fields.ts";

/** The types of a kind's nodes that callers see. */
export interface NodeTypes {
  query: QueryTypes;
  /** InsightActorsQuery takes its nodes as sources. */
  isSource: boolean;
  /** The query for the actors of this kind alone; never = there is none. */
  actorsQuery: { kind: string; node: object };
}

/** No two lists have an actor in common. */
export type ActorLists = readonly ActorList[];

/** Null = no actors. */
export type ActorsBehind = ActorList | ActorLists | null;

/** Events behind a number. */
export interface EventsBehind {
  range: DateRange;
  select: Selection;
  /** Are only events of the number's actors counted? */
  isOfActors: boolean;
}

/** The older `filters` of a node. Source: reference/query.md 7. */
interface NodeFilters<Read> {
  /**
   * The node that filters mean.
   * @param converter whose rules count where the server of the real service and its pages differ
   */
  toNode(filters: RequestFields, converter: Converter): RequestFields;
  /** The node is as it was sent: unknown fields are kept, defaults are absent. */
  ofNode(node: Read): RequestFields;
}

/** The numbers of an answer, as InsightActorsQuery names them. Source: reference/query.md 4.5. */
interface NodePoints<Read> {
  /** Fields that name a number; others are refused. */
  named: readonly (keyof NodePoint)[];
  /** The actors behind a number. @throws HogletError 400 naming the field */
  list(ctx: Asks, project: Project, node: Read, point: NodePoint): Promise<ActorsBehind> | ActorsBehind;
  /** Absent = events are not listed. @throws HogletError 400 naming the field */
  events?(ctx: Asks, project: Project, node: Read, point: NodePoint): Promise<EventsBehind[]>;
}

/** A query for the actors of one kind of insight. Source: reference/query.md 4.5. */
export interface ActorsQuery<Kind extends string = string, Read = unknown> {
  kind: Kind;
  /** One sentence for the OpenAPI document. */
  summary: string;
  node: v.GenericSchema;
  /** A node for the OpenAPI document. */
  example: RequestFields;
  /** @throws HogletError 400 naming the field */
  list(ctx: Asks, project: Project, node: Read): Promise<ActorsBehind>;
}

/** A question as a query node: all that `lib/query` and saved insights know about it. */
export interface NodeKind<Query extends QueryTypes = QueryTypes> extends NodeParts<unknown, string, unknown> {
  query: QueryKind<Query>;
}

interface NodeParts<Read, ActorsKind extends string, ReadActors> {
  /** Absent = the kind has no older form. */
  filters?: NodeFilters<Read>;
  /** Turns a node, as it was sent, into its newest version. Absent = there is one version. */
  upgrade?(node: RequestFields): RequestFields;
  /** Absent = InsightActorsQuery does not take the kind. */
  points?: NodePoints<Read>;
  /** Absent = no query names the actors of this kind alone. */
  actorsQuery?: ActorsQuery<ActorsKind, ReadActors>;
}

/** The nodes of a kind in its file: each function takes what its own schema reads. */
interface NodeRow<Types extends NodeTypes, Read, ReadActors> extends NodeParts<
  Read,
  Types["actorsQuery"]["kind"],
  ReadActors
> {
  query: QueryKind<Types["query"]>;
}

/**
 * Types the nodes of a kind.
 * @typeParam Types what callers see
 * @typeParam Read the node as its schema reads it
 * @typeParam ReadActors the node of `actorsQuery` as its schema reads it
 */
export function defineNode<Types extends NodeTypes, Read, ReadActors = never>(
  row: NodeRow<Types, Read, ReadActors>,
): NodeKind<Types["query"]> {
  // Hides the types of read nodes.
  return row as unknown as NodeKind<Types["query"]>;
}
