export { tallyBest } from "./funnel";
export { gatherByName } from "./gather";
