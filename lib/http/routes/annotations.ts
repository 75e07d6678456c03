import {
  AnnotationInput,
  AnnotationListQuery,
  AnnotationUpdate,
  createAnnotation,
  getAnnotation,
  listAnnotations,
  updateAnnotation,
} from "../../admin/annotations/index.ts";
import { authorOf } from "../../admin/activity/index.ts";
import { toEnvelope } from "../page-links.ts";
import { Annotation, AnnotationList } from "../responses/annotation.ts";
import { defineRoute } from "../route.ts";
import type { Call, Route } from "../route.ts";

const ANNOTATIONS = "/api/projects/:project_id/annotations";
const ANNOTATION = `${ANNOTATIONS}/:id`;

/** Annotations (reference/agents.md 7). */
export const annotationRoutes: readonly Route[] = [
  defineRoute({
    methods: ["GET"],
    path: ANNOTATIONS,
    summary: "Annotations of a project, the latest point of time first; `search` is part of the text.",
    scopes: ["annotation:read"],
    input: AnnotationListQuery,
    status: 200,
    response: AnnotationList,
    run: (ctx, { project, input, target }) => toEnvelope(target, input, listAnnotations(ctx, project.id, input)),
  }),
  defineRoute({
    methods: ["POST"],
    path: ANNOTATIONS,
    summary: "Creates an annotation.",
    scopes: ["annotation:write"],
    input: AnnotationInput,
    status: 201,
    response: Annotation,
    example: { content: "Release 2.0", date_marker: "2024-05-02T10:00:00Z", scope: "project" },
    run: (ctx, call) => createAnnotation(ctx, toEdit(call), call.input),
  }),
  defineRoute({
    methods: ["GET"],
    path: ANNOTATION,
    summary: "One annotation, a deleted one too.",
    scopes: ["annotation:read"],
    input: null,
    status: 200,
    response: Annotation,
    run: (ctx, { project, params }) => getAnnotation(ctx, project.id, params["id"] ?? ""),
  }),
  defineRoute({
    methods: ["PATCH", "PUT"],
    path: ANNOTATION,
    summary: "Changes an annotation; absent fields stay. `deleted: true` deletes it.",
    scopes: ["annotation:write"],
    input: AnnotationUpdate,
    status: 200,
    response: Annotation,
    example: { content: "Release 2.0.1" },
    find: (ctx, { project, params }) => void getAnnotation(ctx, project.id, params["id"] ?? ""),
    run: (ctx, call) => updateAnnotation(ctx, toEdit(call), call.params["id"] ?? "", call.input),
  }),
];

function toEdit({ project, key }: Call<unknown>) {
  return { project, by: authorOf(key) };
}
