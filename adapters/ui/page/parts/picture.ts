/** Properties of styles that a picture needs: all of them would make it forty times as large. */
const PROPERTIES = [
  ..."display position inset top right bottom left width height min-width max-width min-height box-sizing margin padding".split(
    " ",
  ),
  ..."border border-collapse border-radius background-color background-image color fill stroke opacity overflow".split(
    " ",
  ),
  ..."stroke-width stroke-dasharray stroke-opacity stroke-linejoin fill-opacity paint-order text-anchor dominant-baseline".split(
    " ",
  ),
  ..."font-family font-size font-weight font-style line-height text-align text-decoration white-space vertical-align".split(
    " ",
  ),
  ..."flex-direction flex-wrap flex-grow flex-shrink flex-basis align-items align-self align-content justify-content".split(
    " ",
  ),
  ..."justify-items grid-template-columns grid-template-rows grid-column grid-row gap transform list-style".split(" "),
];
/** Pixels of the picture for each of the page, so that it is sharp on large screens. */
const SCALE = 2;
const MARGIN = 16;

/**
 * A PNG of a part of the page as it is shown. The part is copied into an SVG with its styles, and drawn. Elements with `data-no-picture` are left out.
 */
export async function toPicture(element: HTMLElement): Promise<Blob> {
  const { width, height } = element.getBoundingClientRect();
  const copy = element.cloneNode(true) as HTMLElement;
  copyStyles(element, copy);
  for (const left of copy.querySelectorAll("[data-no-picture]")) left.remove();
  copy.style.margin = "0";
  const size = { width: Math.ceil(width), height: Math.ceil(height) };
  const markup = new XMLSerializer().serializeToString(copy);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}"><foreignObject width="100%" height="100%">${markup}</foreignObject></svg>`;
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = (size.width + 2 * MARGIN) * SCALE;
  canvas.height = (size.height + 2 * MARGIN) * SCALE;
  const context = canvas.getContext("2d");
  if (context === null) throw new Error("The browser cannot draw a picture.");
  context.scale(SCALE, SCALE);
  context.fillStyle = getComputedStyle(document.documentElement).backgroundColor;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, MARGIN, MARGIN);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob === null ? reject(new Error("The browser made no picture.")) : resolve(blob)));
  });
}

function copyStyles(from: Element, to: Element): void {
  const computed = getComputedStyle(from);
  const { style } = to as HTMLElement | SVGElement;
  for (const name of PROPERTIES) style.setProperty(name, computed.getPropertyValue(name));
  const children = [...to.children];
  for (const [index, child] of [...from.children].entries()) {
    const copy = children[index];
    if (copy !== undefined) copyStyles(child, copy);
  }
}
