/** The files of an author that a script was made of, by their paths below one folder. */
export interface AuthorFiles {
  /** The one with `run`. */
  entry: string;
  files: ReadonlyMap<string, string>;
}
