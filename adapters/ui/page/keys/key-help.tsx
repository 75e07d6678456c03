import { Dialog } from "../parts/dialog.tsx";
import { KEY_GROUPS } from "./key-groups.ts";

/** The keys of the page, by the place where they count. */
export function KeyHelp({ close }: { close: () => void }) {
  return (
    <Dialog title="Keys" close={close}>
      {KEY_GROUPS.map(({ place, keys }) => (
        <section key={place} class="key-group" aria-label={place}>
          <h3>{place}</h3>
          <dl>
            {keys.map(([combination, purpose]) => (
              <div key={purpose}>
                <dt>
                  {combination.split(" ").map((each) => (
                    <kbd key={each}>{each}</kbd>
                  ))}
                </dt>
                <dd>{purpose}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  );
}
