/** Paths (SVG) in a square of 16 units, drawn with lines. */
const ICONS = {
  page: "M4 2h5l3 3v9H4zM9 2v3h3",
  leave: "M6 3H3v10h3M7 8h6M10 5l3 3-3 3",
  screen: "M5 2h6v12H5zM7.5 12h1",
  click: "M4 3l9 4-4 1.5L7.5 13z",
  person: "M8 8a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM3.5 13.5c.5-3 2.5-4 4.5-4s4 1 4.5 4",
  flag: "M4 14V3h8l-2 2.5L12 8H4",
  error: "M8 2l6 11H2zM8 6v3M8 11v.5",
  own: "M8 2.5l5.5 5.5L8 13.5 2.5 8z",
} as const;

const NAMES: Readonly<Record<string, keyof typeof ICONS>> = {
  $pageview: "page",
  $pageleave: "leave",
  $screen: "screen",
  $autocapture: "click",
  $rageclick: "click",
  $identify: "person",
  $create_alias: "person",
  $merge_dangerously: "person",
  $set: "person",
  $groupidentify: "person",
  $feature_flag_called: "flag",
  $exception: "error",
};

/** The icon of an event by its name; events of the app share one. Decoration: the name stands beside it. */
export function EventIcon({ event }: { event: string }) {
  const icon = NAMES[event] ?? "own";
  return (
    <svg class={`event-icon ${icon}`} viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <path d={ICONS[icon]} />
    </svg>
  );
}
