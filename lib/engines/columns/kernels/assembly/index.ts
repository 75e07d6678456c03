export { clear } from "./columns";
export { addBits, addEightToPlanes, addNewBits, countAny, countBits, countBoth, readPlanes } from "./bits";
export { addIds, addNumbersByCode, countCodes, maskByCode, noteFirsts } from "./count";
export { tallyBest, tallyLines } from "./funnel";
export { gatherRows } from "./gather";
export { countPaths } from "./paths";
export { orderStretches, placeRows, scatterRows } from "./scatter";
export { findUnordered } from "./unordered";
export { unpackNumbers } from "./unpack";
