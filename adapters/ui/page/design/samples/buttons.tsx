import { Menu } from "../../parts/menu.tsx";
import { Sample } from "./sample.tsx";

const KINDS: [name: string, classes: string | undefined][] = [
  ["Primary: one for each view", "primary"],
  ["Plain button", undefined],
  ["Danger: red when it is pointed at or focused", "danger"],
  ["Small: in rows and heads", "small"],
  ["As a link", "plain"],
  ["A number that leads to its persons", "number-link"],
];

/** The states of a button: as it lies there, pointed at, focused, disabled. */
const STATES: [name: string, drawn: string][] = [
  ["Button", ""],
  ["Pointed at", "shows-hover"],
  ["Focused", "shows-focus"],
];

/** Every kind of button in every state. */
export function ButtonSamples() {
  return (
    <>
      {KINDS.map(([name, classes]) => (
        <Sample key={name} name={name}>
          {STATES.map(([state, drawn]) => (
            <button key={state} type="button" class={[classes, drawn].join(" ")} title={state}>
              {classes === "number-link" ? "1,284" : state}
            </button>
          ))}
          <button type="button" class={classes} disabled>
            {classes === "number-link" ? "0" : "Disabled"}
          </button>
        </Sample>
      ))}
      <Sample name="Icon">
        {STATES.map(([state, drawn]) => (
          <button key={state} type="button" class={`icon ${drawn}`} aria-label={`Move up: ${state}`} title={state}>
            ↑
          </button>
        ))}
        <button type="button" class="icon" aria-label="Move down" disabled>
          ↓
        </button>
      </Sample>
      <Sample name="A file">
        {STATES.map(([state, drawn]) => (
          <a key={state} class={`file-link ${drawn}`} href="#/design">
            {state === "Button" ? "Export CSV" : state}
          </a>
        ))}
      </Sample>
      <Sample name="Rarer actions">
        <Menu label="More actions">
          <button type="button">Rename …</button>
          <hr />
          <button type="button" class="danger">
            Delete
          </button>
        </Menu>
      </Sample>
    </>
  );
}
