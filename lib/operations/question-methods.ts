import type { Asking } from "../base/call-options.ts";
import { anyQuestionFields } from "../questions/index.ts";
import type { AnyInsightKind } from "../questions/index.ts";
import { known } from "./known.ts";
import type { Scope } from "./scope.ts";

type Asked = Pick<AnyInsightKind | AnyInsightKind["people"], "fields" | "ask">;

/** Methods that ask questions. @param kinds what each of them asks; a call loads it */
export function questionMethods<Methods extends object>(
  { open, project: find }: Scope,
  kinds: Readonly<Record<keyof Methods, () => Asked>>,
): Methods {
  const toMethod = ([name, kind]: [string, () => Asked]) => [
    name,
    async ({ project, ...query }: Asking = {}) => {
      const { fields, ask } = kind();
      return ask(open(), find(project), known(fields, query, ANY_QUESTION));
    },
  ];
  // The kinds have the types of their methods, which `Object.fromEntries` loses.
  return Object.fromEntries(Object.entries<() => Asked>(kinds).map(toMethod)) as Methods;
}

/** Looked up only for a field that the question does not have, since that loads all kinds. */
const ANY_QUESTION = { includes: (name: string) => anyQuestionFields.includes(name) };
