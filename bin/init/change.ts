/** The planned change of a file. */
export interface Change {
  /** Relative to the app's folder. */
  file: string;
  /** One line for each thing that was added, replaced or kept. */
  says: string[];
  /** The new content; null = the file stays. */
  content: string | null;
}
