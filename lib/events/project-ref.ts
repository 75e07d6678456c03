/** A project, for code that needs only its identity. */
export interface ProjectRef {
  id: number;
}
