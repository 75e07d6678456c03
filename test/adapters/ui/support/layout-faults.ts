import type { Page } from "playwright-core";

/** A text or a field as it is seen. */
interface Part {
  /** Its element, and the first of its words. */
  name: string;
  /** Number of the dialog, card or sticky part that it belongs to, which lies over the others; -1 = the view itself. */
  layer: number;
  /** The seen part of each of its lines. */
  lines: { left: number; right: number; top: number; bottom: number }[];
  isOutside: boolean;
  /** Cut off where nothing gives the whole of it: no title, no name for screen readers. */
  isCut: boolean;
}

/** Pixels: half of one is rounding, and emoji and Arabic marks reach a little beyond their line. */
const SLACK = 2;

/**
 * Finds parts of the shown page that cannot be read: a document wider than its window, texts and fields outside of it, cut texts of which nothing
 * gives the whole, and texts and fields that lie on each other.
 */
export async function layoutFaults(page: Page): Promise<string[]> {
  // Charts take the width that they are given in the next frame.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  const parts = await page.evaluate(readParts, SLACK);
  const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  return [
    ...(beyond > 0 ? [`the document is ${beyond} pixels wider than its window`] : []),
    ...parts.filter(({ isOutside }) => isOutside).map(({ name }) => `outside of the window: ${name}`),
    ...parts.filter(({ isCut }) => isCut).map(({ name }) => `cut: ${name}`),
    ...overlaps(parts),
  ].slice(0, 12);
}

/** Parts of a layer that cover each other by half a line and more: lines of a text touch each other a little. */
function overlaps(parts: readonly Part[]): string[] {
  const lines = parts
    .flatMap((part) => part.lines.map((line) => ({ part, ...line })))
    .toSorted((a, b) => a.top - b.top);
  const faults = new Set<string>();
  lines.forEach((line, place) => {
    for (const other of lines.slice(place + 1)) {
      if (other.top > line.bottom) break;
      if (other.part === line.part || other.part.layer !== line.part.layer) continue;
      const wide = Math.min(line.right, other.right) - Math.max(line.left, other.left);
      const high = Math.min(line.bottom, other.bottom) - other.top;
      const half = Math.min(line.bottom - line.top, other.bottom - other.top) / 2;
      if (wide > SLACK && high > half) faults.add(`on each other: ${line.part.name} | ${other.part.name}`);
    }
  });
  return [...faults];
}

/** Runs in the page. */
function readParts(slack: number): Part[] {
  // oxlint-disable-next-line unicorn/consistent-function-scoping -- the page gets this function alone
  const around = (element: Element): Element[] => {
    const all = [];
    for (let each: Element | null = element; each !== null; each = each.parentElement) all.push(each);
    return all;
  };
  // Asked for each text below an element: the browser takes long to answer.
  const traits = new Map<Element, ReturnType<typeof readElement>>();
  // oxlint-disable-next-line unicorn/consistent-function-scoping -- as above
  const readElement = (element: Element) => {
    const { overflowX, overflowY, position, clipPath } = getComputedStyle(element);
    const isLayer = /fixed|sticky/.test(position) || element.matches(":popover-open, dialog[open], .date-choice");
    return { overflowX, overflowY, position, clipPath, isLayer, box: element.getBoundingClientRect() };
  };
  const traitsOf = (element: Element) => {
    const known = traits.get(element) ?? readElement(element);
    traits.set(element, known);
    return known;
  };
  const layers: Element[] = [];
  const layerOf = (element: Element): number => {
    const layer = around(element).find((each) => traitsOf(each).isLayer);
    if (layer === undefined) return -1;
    if (!layers.includes(layer)) layers.push(layer);
    return layers.indexOf(layer);
  };
  const hasWhole = (element: Element, words: string) =>
    around(element).some((each) =>
      [each.getAttribute("title"), each.getAttribute("aria-label"), each.querySelector(":scope > title")?.textContent]
        .join(" ")
        .replace(/\s+/g, " ")
        .includes(words),
    );

  /** The seen part of a line, and where the rest of it is. */
  const look = (element: Element, rect: DOMRect) => {
    let { left, right, top, bottom } = rect;
    let [isCut, scrollsX, scrollsY] = [false, false, false];
    for (const each of around(element)) {
      const { overflowX, overflowY, position, box } = traitsOf(each);
      if (overflowX !== "visible") {
        if (/auto|scroll/.test(overflowX)) scrollsX = true;
        else isCut ||= !scrollsX && (left < box.left - slack || right > box.right + slack);
        [left, right] = [Math.max(left, box.left), Math.min(right, box.right)];
      }
      if (overflowY !== "visible") {
        if (/auto|scroll/.test(overflowY)) scrollsY = true;
        else isCut ||= !scrollsY && (top + slack > box.bottom || bottom - slack < box.top);
        [top, bottom] = [Math.max(top, box.top), Math.min(bottom, box.bottom)];
      }
      if (position === "fixed") break;
    }
    return { left, right, top, bottom, isCut, isOutside: !scrollsX && (left < -slack || right > innerWidth + slack) };
  };

  const readPart = (node: Text | Element): Part[] => {
    const element = node instanceof Element ? node : node.parentElement;
    const text = node instanceof Element ? (node.getAttribute("aria-label") ?? "") : node.data;
    const words = text.replace(/\s+/g, " ").trim();
    if (element === null || (words === "" && node instanceof Text)) return [];
    // SQL's editor draws its text behind an unseen field.
    if (element.closest(".skip, .prism-code-editor, option, script, style, title") !== null) return [];
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return [];
    // For screen readers alone.
    if (around(element).some((each) => traitsOf(each).clipPath !== "none")) return [];
    const range = document.createRange();
    range.selectNode(node);
    const lines = [...range.getClientRects()].filter(({ width }) => width >= 1).map((rect) => look(element, rect));
    // The card of a chart's place has the whole of a label below its axis.
    const mayBeCut = element.closest(".chart-svg") !== null || hasWhole(element, words.replace(/…$/, ""));
    const name = `${element.tagName.toLowerCase()}.${element.getAttribute("class") ?? ""}: ${words.slice(0, 40)}`;
    return [
      {
        name,
        layer: layerOf(element),
        lines: lines.filter(({ left, right, top, bottom }) => right - left > slack && bottom - top > slack),
        isOutside: lines.some((line) => line.isOutside),
        isCut: !mayBeCut && (/\S…$/.test(words) || lines.some((line) => line.isCut)),
      },
    ];
  };

  const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  const parts: Part[] = [];
  while (nodes.nextNode() !== null) {
    const node = nodes.currentNode;
    const isField = node instanceof Element && node.matches("input, select, textarea");
    if (node instanceof Text || isField) parts.push(...readPart(node));
  }
  return parts;
}
