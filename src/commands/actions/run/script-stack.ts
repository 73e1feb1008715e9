/** What the guests call the script, in frames of either language. */
const PYTHON = /File "workflow\.py"/g;
const TYPESCRIPT = /(?<=\(|at )workflow\.ts(?=:\d)/g;

/** A stack with the author's own file, as editors find it. */
export function scriptStack(stack: string, file: string): string {
  return stack.replaceAll(PYTHON, `File "${file}"`).replaceAll(TYPESCRIPT, file);
}
