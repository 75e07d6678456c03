/**
 * Timeline: how the properties of one person that a question is about changed over the events that it counts.
 *
 * It sits above the areas it puts together: `questions/shared` reads the question's dates and series, `log/list` reads the events
 * of the person, `people/persons` rebuilds what its properties were.
 */
export { PropertiesTimeline, propertiesTimeline } from "./properties-timeline.ts";
export { TimelineFields } from "./query.ts";
export type { TimelinePoint } from "./properties-timeline.ts";
