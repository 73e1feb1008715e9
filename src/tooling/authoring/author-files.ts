/** The author's files of which a script was made, by their paths below one folder. */
export interface AuthorFiles {
  /** Path of the file with `run`. */
  entry: string;
  files: ReadonlyMap<string, string>;
}
