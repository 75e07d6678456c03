import { COMMAND } from "./command.ts";

/** Keys with their purpose; the keys of a combination have a space between them. */
export interface KeyGroup {
  place: string;
  keys: [combination: string, purpose: string][];
}

/** All keys beyond those of every page of the web. */
export const KEY_GROUPS: readonly KeyGroup[] = [
  {
    place: "Everywhere",
    keys: [
      [`${COMMAND} K`, "Go to a view, insight, person, event or action"],
      ["?", "Show these keys"],
      ["Esc", "Close a dialog or a menu; the focus goes back"],
    ],
  },
  {
    place: "SQL",
    keys: [
      [`${COMMAND} Enter`, "Run the query"],
      ["Ctrl Space", "Complete a table, column, function or property"],
      ["Tab", "Take the completion, or leave the editor"],
    ],
  },
  {
    place: "Lists and tables",
    keys: [
      ["↑ ↓", "Scroll a focused table, or walk through a list of choices"],
      ["Enter", "Open the focused link, number or row"],
    ],
  },
];
