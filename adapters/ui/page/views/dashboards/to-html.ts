import type { ComponentChild, VNode } from "preact";

/**
 * Styles of a document: its policy allows no style of an element, so each becomes a rule, and a class.
 * @example
 * styles.classOf({ height: "40%" }); // "s0", and `.s0{height:40%!important}` in the sheet
 */
export interface StyleBook {
  classOf(style: Readonly<Record<string, string | number>>): string;
  sheet(): string;
}

export function openStyleBook(): StyleBook {
  const classes = new Map<string, string>();
  return {
    classOf(style) {
      const rule = Object.entries(style)
        // `!important` makes the rule as strong as the style of an element.
        .map(
          ([name, value]) => `${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}:${value}!important`,
        )
        .join(";")
        // Nothing ends the rule or the sheet.
        .replaceAll(/[<{}]/g, "");
      const name = classes.get(rule) ?? `s${classes.size}`;
      classes.set(rule, name);
      return name;
    },
    sheet: () => [...classes].map(([rule, name]) => `.${name}{${rule}}`).join("\n"),
  };
}

const VOID = new Set(["br", "hr", "img", "input"]);

/**
 * The markup of a drawing: of components without state, which are functions of their properties. All texts and attributes are escaped;
 * handlers are left out, since the document has no scripts.
 * @throws TypeError for a component with hooks: Preact has none to render it
 */
export function toHtml(node: ComponentChild | ComponentChild[], styles: StyleBook): string {
  if (Array.isArray(node)) return node.map((each) => toHtml(each, styles)).join("");
  if (node === null || node === undefined || typeof node === "boolean") return "";
  if (typeof node !== "object") return escapeHtml(String(node));
  const { type, props } = node as VNode<Record<string, unknown>>;
  if (typeof type === "function") return toHtml((type as (of: object) => ComponentChild)(props), styles);
  const { children, style, class: own, ...rest } = props;
  const classes = [own, style && styles.classOf(style as Record<string, string>)].filter(Boolean).join(" ");
  const attributes = Object.entries({ ...(classes !== "" && { class: classes }), ...rest }).map(toAttribute);
  const start = `<${type}${attributes.join("")}>`;
  return VOID.has(type) ? start : `${start}${toHtml(children as ComponentChild, styles)}</${type}>`;
}

function toAttribute([name, value]: [name: string, value: unknown]): string {
  if (value === null || value === undefined || typeof value === "function") return "";
  if (value === false && !name.startsWith("aria-")) return "";
  const written = name === "tabIndex" ? "tabindex" : name;
  return value === true && !name.startsWith("aria-") ? ` ${written}` : ` ${written}="${escapeHtml(String(value))}"`;
}

const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ESCAPES[character] ?? "");
}
