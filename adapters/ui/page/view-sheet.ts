let loaded: Promise<void> | undefined;

/**
 * Loads the sheet with the styles of all views but Home, once. Home is loaded without it, so that its first paint is early.
 * @throws Error when the file cannot be loaded, such as after an update of the server
 */
export function loadViewSheet(): Promise<void> {
  loaded ??= new Promise((done, fail) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = document.querySelector<HTMLMetaElement>('meta[name="view-sheet"]')?.content ?? "";
    link.addEventListener("load", () => done());
    link.addEventListener("error", () => fail(new Error("The styles of the view could not be loaded.")));
    document.head.append(link);
  });
  return loaded;
}
