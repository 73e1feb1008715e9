/** The data of a language of scripts: names and texts, nothing that is created or started. */
export interface Language {
  /** Its name as people write it. */
  readonly title: string;
  /** Name of the script in a meta-task's folder. Its guest gives the script this name in stacks as well. */
  readonly scriptFile: string;
  /** True if its scripts may run on Node: see the field `runtime` of a meta-task. */
  readonly runsOnNode: boolean;
  /** The usual ending of scripts, such as `.py`. */
  readonly ending: string;
  /** Returns why a script is too large, or null. */
  readonly tooLarge: (source: string) => string | null;
  /** Names of files that are scripts. */
  readonly scripts: RegExp;
  /** Names of files that are tests of meta-tasks. */
  readonly tests: RegExp;
  /** Folders that tools of the language make beside an author's files. */
  readonly madeFolders: readonly string[];
  /** Phases that its runtime sets before the script sets any. */
  readonly setupPhases: readonly string[];
  /** A short script that reads a file, for a language model that is to write one. */
  readonly example: string;
  readonly stack: StackFormat;
}

/** The format in which an error of a script shows the calls that led to it. */
export interface StackFormat {
  /**
   * A line that is a call. It begins with the groups `before` and `file`, and the group `line` is anywhere in it: a number
   * that counts from 1. It may have the groups `name`, of the function, and `column`, which counts from 1.
   */
  readonly frame: RegExp;
  /** A line after which the calls of another error begin: of a cause, or of one of a group. The group `depth` precedes it. */
  readonly begins: RegExp;
  /** True if a line of source stands below a call, and marks below that where in it the call is. */
  readonly quotes: boolean;
  /** Where the call stands that raised the error. */
  readonly innermost: 'first' | 'last';
  /** True if further files of a script are named by their paths from its folder. */
  readonly besideScript: boolean;
}
