/** A project's identity. */
export interface ProjectRef {
  id: number;
}
