/**
 * Elements: the clicked element of an autocapture event, and those around it.
 *
 * The log keeps them as they were sent, so that capture pays nothing: JSON of a list, or the chain text of web SDKs.
 * `parseElements` parses either into the list of events and exports. Pure; imports nothing else.
 */
export { attributeText } from "./element.ts";
export type { Element } from "./element.ts";
export { elementsChainOf, elementsChainText } from "./elements-chain-text.ts";
export { parseElementsChain } from "./elements-chain.ts";
export { parseElements } from "./parse-elements.ts";
