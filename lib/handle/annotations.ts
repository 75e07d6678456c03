import {
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
import { known, parseKnown } from "./known.ts";
import type { Scope } from "./scope.ts";

/** Remarks at points of time. */
export interface AnnotationsHandle {
  /** The latest point of time first, without deleted annotations. */
  list(query?: AnnotationListInput & InProject): Promise<Page<AnnotationRecord>>;
  /** Also a deleted annotation. */
  get(id: number, options?: InProject): Promise<AnnotationRecord>;
  /**
   * @example
   * await hoglet.annotations.create({ content: "Release 2.0", date_marker: "2024-05-02T10:00:00Z", scope: "project" });
   */
  create(input: AnnotationCreateInput & InProject): Promise<AnnotationRecord>;
  /** Absent fields stay; `deleted: true` deletes it, false restores it. */
  update(id: number, input: AnnotationUpdateInput & InProject): Promise<AnnotationRecord>;
}

/** Fields of an annotation that was read, which may be sent back. */
const OF_ANNOTATION = ["id", "created_at", "created_by", "updated_at"] satisfies (keyof AnnotationRecord)[];

export function annotationsHandle({ open, project: find }: Scope): AnnotationsHandle {
  return {
    list: async ({ project, ...query } = {}) =>
      listAnnotations(open(), find(project).id, parseKnown(AnnotationListQuery, query)),
    get: async (id, { project } = {}) => getAnnotation(open(), find(project).id, id),
    create: async ({ project, ...input }) =>
      createAnnotation(open(), { project: find(project) }, known(AnnotationInput, input, OF_ANNOTATION)),
    update: async (id, { project, ...input }) =>
      updateAnnotation(open(), { project: find(project) }, id, known(AnnotationUpdate, input, OF_ANNOTATION)),
  };
}
