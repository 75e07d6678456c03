import type { LoggedEvent } from "../../lib/index.ts";

type Element = LoggedEvent["elements"][number];

/** Elements by SDKs' names, so that capturing them again gives equal elements. */
export function toSdkElements(elements: readonly Element[]): Record<string, unknown>[] {
  return elements.map(toSdkElement);
}

function toSdkElement(element: Element): Record<string, unknown> {
  const { tag_name, text, href, attr_id: id, attr_class: classes, attributes = {}, ...counts } = element;
  // SDKs prefix attributes, and capture keeps only prefixed ones; imports may have bare names.
  const prefixed = Object.entries(attributes).map(([key, value]) => [
    key.startsWith("attr__") ? key : `attr__${key}`,
    value,
  ]);
  return {
    tag_name,
    ...(text !== undefined && { $el_text: text }),
    ...counts,
    // If the prefixed attribute exists, the plain field was derived from it.
    ...(href !== undefined && { href }),
    ...(id !== undefined && { attr_id: id }),
    ...(classes !== undefined && { attr_class: classes }),
    ...(Object.fromEntries(prefixed) as Record<string, unknown>),
  };
}
