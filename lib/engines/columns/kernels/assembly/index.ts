export { tallyBest } from "./funnel";
export { gatherRows } from "./gather";
export { countPaths } from "./paths";
export { findUnordered, placeRows, scatterRows } from "./scatter";
