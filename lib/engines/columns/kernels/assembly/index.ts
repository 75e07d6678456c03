export { tallyBest } from "./funnel";
export { gatherRows } from "./gather";
export { countPaths } from "./paths";
