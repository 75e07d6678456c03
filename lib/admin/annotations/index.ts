/**
 * Annotations: remarks at points of time, which charts show (reference/agents.md 7).
 *
 * An annotation belongs to a project; with the scope `organization` every project lists it. It may name a saved insight
 * or a dashboard of its project. `deleted: true` deletes it, false restores it.
 */
export { Annotation } from "./annotation.ts";
export type { AnnotationRecord } from "./annotation.ts";
export { AnnotationInput, AnnotationUpdate, createAnnotation, updateAnnotation } from "./edit.ts";
export type { AnnotationCreateInput, AnnotationEdit, AnnotationUpdateInput } from "./edit.ts";
export { AnnotationListQuery, getAnnotation, listAnnotations } from "./get.ts";
export type { AnnotationListInput } from "./get.ts";
