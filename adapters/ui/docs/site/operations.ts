/** A route with one of its methods, as the form needs it. */
export interface Operation {
  /** OpenAPI's `operationId`. */
  id: string;
  method: string;
  /** The path of the route, with `{name}` for parameters. */
  path: string;
  tag: string;
  summary: string;
  parameters: { name: string; where: "path" | "query"; required: boolean; description: string; example: string }[];
  /** The text that the field of the body begins with; null = the method has no body. */
  body: string | null;
}

interface Document {
  paths: Record<string, Record<string, Described>>;
}

interface Described {
  operationId: string;
  summary?: string;
  tags?: string[];
  parameters?: { name: string; in: string; required?: boolean; description?: string; schema?: { enum?: unknown[] } }[];
  requestBody?: { content?: Record<string, { example?: unknown }> };
}

const METHODS = ["get", "post", "put", "patch", "delete"];

/** The operations of an OpenAPI document, by subject. */
export function readOperations(document: unknown): Operation[] {
  const { paths } = document as Document;
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    METHODS.flatMap((method) => {
      const described = methods[method];
      return described === undefined ? [] : [toOperation(path, method, described)];
    }),
  );
  return all.toSorted((a, b) => a.tag.localeCompare(b.tag) || a.path.localeCompare(b.path));
}

function toOperation(path: string, method: string, described: Described): Operation {
  const { operationId: id, summary = "", tags = [], parameters = [], requestBody } = described;
  const example = requestBody?.content?.["application/json"]?.example;
  return {
    id,
    method: method.toUpperCase(),
    path,
    tag: tags[0] ?? "server",
    summary,
    parameters: parameters
      .filter((parameter) => parameter.in === "path" || parameter.in === "query")
      .map((parameter) => ({
        name: parameter.name,
        where: parameter.in as "path" | "query",
        required: parameter.required === true,
        description: [parameter.description ?? "", (parameter.schema?.enum ?? []).join(", ")].filter(Boolean).join(" "),
        example: parameter.name === "project_id" ? "@current" : "",
      })),
    body: toBody(method, requestBody !== undefined, example),
  };
}

/** Routes of capture have a body that the document does not describe. */
function toBody(method: string, isDescribed: boolean, example: unknown): string | null {
  if (example !== undefined) return JSON.stringify(example, null, 2);
  if (isDescribed) return "{}";
  return method === "get" || method === "delete" ? null : "";
}
