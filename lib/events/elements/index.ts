/**
 * Elements: the clicked element of an autocapture event, and the elements around it.
 *
 * The log keeps them as they were sent, so that capture pays nothing: JSON text of a list, or the chain text of web
 * SDKs. `parseElements` parses either into the list that events show and exports carry. Pure; imports nothing else.
 */
export { attributeText } from "./element.ts";
export type { Element } from "./element.ts";
export { elementsChainOf, elementsChainText } from "./elements-chain-text.ts";
export { parseElementsChain } from "./elements-chain.ts";
export { parseElements } from "./parse-elements.ts";
