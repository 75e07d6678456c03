/** The host of an address, with its port; undefined = it has none. */
export function hostOf(url: string | null): string | undefined {
  return url !== null && URL.canParse(url) ? new URL(url).host : undefined;
}
