/** The static data of a script language: names and texts, nothing that is created or started. */
export interface Language {
  /** Name of the language for people. */
  readonly title: string;
  /** Name of the script in a meta-task's folder, which its guest also uses in stacks. */
  readonly scriptFile: string;
  /** True if its scripts may run on Node: see the field `runtime` of a meta-task. */
  readonly runsOnNode: boolean;
  /** Usual file extension of scripts, such as `.py`. */
  readonly ending: string;
  /** Returns why a script is too large, or null. */
  readonly tooLarge: (source: string) => string | null;
  /** Matches the names of script files. */
  readonly scripts: RegExp;
  /** Matches the names of files with tests of meta-tasks. */
  readonly tests: RegExp;
  /** Folders that tools of the language create beside an author's files. */
  readonly madeFolders: readonly string[];
  /** Phases that its runtime sets before the script sets any. */
  readonly setupPhases: readonly string[];
  /** A short script that reads a file, as an example for a language model. */
  readonly example: string;
  readonly stack: StackFormat;
}

/** The format in which a script error shows the calls that led to it. */
export interface StackFormat {
  /**
   * A line that represents a call. It begins with the groups `before` and `file`, and contains the group `line`, a
   * number that counts from 1. It may have the groups `name`, of the function, and `column`, which counts from 1.
   */
  readonly frame: RegExp;
  /**
   * A line that precedes the calls of another error: of a cause, or of a member of a group. The group `depth` precedes
   * it.
   */
  readonly begins: RegExp;
  /** True if a line of source follows each call, with marks below it for the position of the call. */
  readonly quotes: boolean;
  /** Position of the call that raised the error. */
  readonly innermost: 'first' | 'last';
  /** True if further files of a script are named by paths relative to its folder. */
  readonly besideScript: boolean;
}
