export { parseElementsChain } from "../elements/index.ts";
