import type { FunctionComponent } from "preact";
import { ErrorNote, Loading } from "./parts/states.tsx";
import { getSession } from "./session.ts";
import { useLoaded } from "./use-loaded.ts";

/**
 * A view whose file the browser loads when it is first shown. When that fails (the server is down, or is a newer
 * version with other files) it shows an error; a new try reloads the whole page, since browsers remember a module that
 * failed.
 * @example
 * const Events = onDemand(async () => (await import("./views/events/index.tsx")).EventsView);
 */
export function onDemand<Props extends object>(load: () => Promise<FunctionComponent<Props>>): OnDemand<Props> {
  let loaded: FunctionComponent<Props> | undefined;
  function OnDemand(props: Props) {
    const file = useLoaded(loaded === undefined ? "file" : null, async () => (loaded = await load()));
    const server = useLoaded(file.error === undefined ? null : "server", getSession);
    if (loaded !== undefined) {
      const View = loaded;
      return <View {...props} />;
    }
    if (file.error === undefined) return <Loading what="the view" />;
    if (server.data !== undefined) return <ErrorNote error={file.error} retry={() => location.reload()} />;
    return <ErrorNote error={new Error("The server does not answer.")} retry={server.reload} />;
  }
  return Object.assign(OnDemand, {
    preload: () =>
      void load().then(
        (view) => (loaded = view),
        () => {},
      ),
  });
}

/** A view whose file can be asked for before it is shown; a failure is told when it is shown. */
export type OnDemand<Props> = FunctionComponent<Props> & { preload(): void };

/** A view on demand, with the styles of views; the first view has its own. */
export function viewOnDemand<Props extends object>(load: () => Promise<FunctionComponent<Props>>): OnDemand<Props> {
  return onDemand(async () => (await Promise.all([load(), loadViewsSheet()]))[0]);
}

let loaded: Promise<void> | undefined;

/** Loads the styles of all views but the first, once. Without them a view is plain, but works: a failure is no error. */
function loadViewsSheet(): Promise<void> {
  loaded ??= new Promise((resolve) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = document.querySelector<HTMLMetaElement>('meta[name="sheet-of-views"]')?.content ?? "";
    link.addEventListener("load", () => resolve());
    link.addEventListener("error", () => {
      loaded = undefined;
      resolve();
    });
    document.head.append(link);
  });
  return loaded;
}
