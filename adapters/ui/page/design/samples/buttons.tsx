import { Sample } from "./sample.tsx";

const KINDS: [name: string, classes: string | undefined][] = [
  ["Primary: one for each view", "primary"],
  ["Plain button", undefined],
  ["Danger: red when it is pointed at or focused", "danger"],
  ["Small: in rows and heads", "small"],
  ["As a link", "plain"],
  ["A number that leads to its persons", "number-link"],
];

/** Every kind of button, also disabled; pointed at and focused they show it themselves. */
export function ButtonSamples() {
  return (
    <>
      {KINDS.map(([name, classes]) => (
        <Sample key={name} name={name}>
          <button type="button" class={classes}>
            {classes === "number-link" ? "1,284" : "Button"}
          </button>
          <button type="button" class={classes} disabled>
            {classes === "number-link" ? "0" : "Disabled"}
          </button>
        </Sample>
      ))}
      <Sample name="Icon">
        <button type="button" class="icon" aria-label="Move up">
          ↑
        </button>
        <button type="button" class="icon" aria-label="Move down" disabled>
          ↓
        </button>
      </Sample>
      <Sample name="A file">
        <a class="file-link" href="#/design">
          Export CSV
        </a>
      </Sample>
    </>
  );
}
