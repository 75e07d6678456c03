/** A project, for code that only needs to know which one. */
export interface ProjectRef {
  id: number;
}
