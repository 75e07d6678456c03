/** An element of an autocapture event: the clicked one, or one around it. Unknown fields are left out. */
export interface Element {
  tag_name: string;
  text?: string;
  href?: string;
  /** The `id` attribute. */
  attr_id?: string;
  attr_class?: string[];
  /** Both positions count from 1. */
  nth_child?: number;
  nth_of_type?: number;
  /** Other attributes by name, as the SDK sent them (`attr__data-x`). */
  attributes?: Record<string, unknown>;
}

/** An attribute's value as a text; all but texts as JSON, since an SDK may send any JSON value. */
export function attributeText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
