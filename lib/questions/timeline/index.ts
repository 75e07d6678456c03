/**
 * Timeline: how the properties of a person that a question is about changed over the events that it counts.
 *
 * `questions/shared` reads the question's dates and series, `log/list` reads the person's events, `people/persons`
 * rebuilds its past properties.
 */
export { PropertiesTimeline, propertiesTimeline } from "./properties-timeline.ts";
export { TimelineFields } from "./query.ts";
export type { TimelinePoint } from "./properties-timeline.ts";
