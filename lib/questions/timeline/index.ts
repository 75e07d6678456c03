/**
 * Timeline: how the properties of one person that a question is about changed over the events that it counts.
 *
 * It sits above the areas it puts together: `insights` reads the question's dates and series, `events` finds what the
 * person did, `persons` rebuilds what its properties were.
 */
export { propertiesTimeline } from "./properties-timeline.ts";
export { TimelineFields } from "./query.ts";
export type { PropertiesTimeline, TimelinePoint } from "./properties-timeline.ts";
