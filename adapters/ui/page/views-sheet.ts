let loaded: Promise<void> | undefined;

/** Loads the styles of all views but the first, once. Without them a view is plain, but works: a failure is no error. */
export function loadViewsSheet(): Promise<void> {
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
