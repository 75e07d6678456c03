import type { Option } from "commander";
import type { Api } from "../api.ts";
import type { Node } from "./node-parts.ts";
import type { QuestionFlags } from "./question-flags.ts";
import type { Answer, Asked, Sheet } from "./sheet.ts";

/** A kind of question on the command line: all that `hoglet ask` knows about it. `kinds/index.ts` lists them. */
export interface AskKind {
  /** The name of its command. */
  name: string;
  /** The kind of its query node. */
  node: string;
  summary: string;
  /** The events as arguments; null = the kind takes none. */
  argument: "[events...]" | "[event]" | null;
  /** Events and actions that it needs. @default 0 */
  least?: number;
  /** Events that it takes. @default any number */
  most?: number;
  /** Can groups be counted instead of persons? */
  isOfGroups: boolean;
  /** Its flags, besides those of all kinds. */
  options(): Option[];
  /** The fields of its node. */
  toNode(flags: QuestionFlags, api: Api): Promise<Node>;
  /** Puts the fields of all kinds of nodes (dates, filters) where they belong. @default into the node itself */
  withCommon?(own: Node, common: Node): Node;
  /** The subject of a question for its title, such as `signed up → paid`. */
  sayWhat(flags: QuestionFlags): string;
  /** Words about the node beside its range: `by day`, `within 14 days`. */
  sayHow?(node: Readonly<Node>): string[];
  /** The node that has the dates. @default the node itself */
  dated?(node: Readonly<Node>): Readonly<Node>;
  /** Are the dates periods up to now, instead of the last 7 days? @default false */
  isOfPeriods?: boolean;
  /** Asks for the values of the whole range, where points cannot be added up. */
  askWholes?(node: Readonly<Node>, ask: (node: Node) => Promise<Answer>): Promise<number[] | undefined>;
  toSheet(asked: Asked): Sheet;
}
