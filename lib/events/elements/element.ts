/** One element of an autocapture event: the one that was clicked, or one around it. What is unknown is left out. */
export interface Element {
  tag_name: string;
  text?: string;
  href?: string;
  /** The `id` attribute. */
  attr_id?: string;
  attr_class?: string[];
  /** Both count from 1. */
  nth_child?: number;
  nth_of_type?: number;
  /** The other attributes by name, as the SDK sent them (`attr__data-x`). */
  attributes?: Record<string, unknown>;
}
