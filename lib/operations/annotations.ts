import {
  Annotation,
  AnnotationInput,
  AnnotationListQuery,
  AnnotationUpdate,
  createAnnotation,
  getAnnotation,
  listAnnotations,
  updateAnnotation,
} from "../admin/annotations/index.ts";
import type {
  AnnotationCreateInput,
  AnnotationListInput,
  AnnotationRecord,
  AnnotationUpdateInput,
} from "../admin/annotations/index.ts";
import type { InProject } from "../base/call-options.ts";
import type { Page } from "../base/page.ts";
import { listing, operation } from "./operation.ts";
import type { OperationsOf } from "./operation.ts";

/** Remarks at points of time. */
export interface AnnotationsHandle {
  /** Lists annotations, the latest point of time first, without deleted annotations. */
  list(query?: AnnotationListInput & InProject): Promise<Page<AnnotationRecord>>;
  /** The annotation with this id, also a deleted annotation. */
  get(id: number, options?: InProject): Promise<AnnotationRecord>;
  /**
   * @example
   * await hoglet.annotations.create({ content: "Release 2.0", date_marker: "2024-05-02T10:00:00Z", scope: "project" });
   */
  create(input: AnnotationCreateInput & InProject): Promise<AnnotationRecord>;
  /** Changes an annotation: absent fields stay; `deleted: true` deletes it, false restores it. */
  update(id: number, input: AnnotationUpdateInput & InProject): Promise<AnnotationRecord>;
}

const ANNOTATIONS = "/api/projects/:project_id/annotations";
const ANNOTATION = `${ANNOTATIONS}/:id`;

const errors = {
  does_not_exist: {
    dashboard_id: "The project has no such dashboard.",
    dashboard_item: "The project has no such insight.",
  },
};

/** Annotations (reference/agents.md 7). */
export const annotations = {
  list: listing({
    summary: "Annotations of a project, the latest point of time first; `search` is part of the text.",
    http: ["GET", ANNOTATIONS],
    scopes: ["annotation:read"],
    input: AnnotationListQuery,
    response: Annotation,
    run: (ctx, { project, input }) => listAnnotations(ctx, project.id, input),
  }),
  create: operation({
    summary: "Creates an annotation.",
    http: ["POST", ANNOTATIONS],
    scopes: ["annotation:write"],
    input: AnnotationInput,
    status: 201,
    response: Annotation,
    errors,
    example: { content: "Release 2.0", date_marker: "2024-05-02T10:00:00Z", scope: "project" },
    run: (ctx, call) => createAnnotation(ctx, call, call.input),
  }),
  get: operation({
    summary: "One annotation, a deleted one too.",
    http: ["GET", ANNOTATION],
    scopes: ["annotation:read"],
    response: Annotation,
    run: (ctx, { project, id }) => getAnnotation(ctx, project.id, id),
  }),
  update: operation({
    summary: "Changes an annotation; absent fields stay. `deleted: true` deletes it.",
    http: ["PATCH, PUT", ANNOTATION],
    scopes: ["annotation:write"],
    input: AnnotationUpdate,
    response: Annotation,
    errors,
    example: { content: "Release 2.0.1" },
    find: (ctx, { project, id }) => void getAnnotation(ctx, project.id, id),
    run: (ctx, call) => updateAnnotation(ctx, call, call.id, call.input),
  }),
} satisfies OperationsOf<AnnotationsHandle>;
