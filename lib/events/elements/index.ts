/**
 * Elements: what an autocapture event was about, from the clicked element outwards.
 *
 * The log keeps them as they came, so that capture pays nothing: JSON text of a list, or the chain text of web SDKs.
 * `parseElements` reads either into the list that events show and exports carry. Pure; knows nothing else.
 */
export type { Element } from "./element.ts";
export { parseElementsChain } from "./elements-chain.ts";
export { parseElements } from "./parse-elements.ts";
