import type { Command } from 'commander';
import { bashCompletion } from './bash-completion.js';
import { commandTree } from './command-tree.js';
import { fishCompletion } from './fish-completion.js';
import type { Shell } from './shells.js';
import { zshCompletion } from './zsh-completion.js';
import { stdout } from '../../toolkit/output.js';
import { printJson } from '../../toolkit/print-json.js';

const WRITERS = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion };

/** Runs `metarun completion` with the commands of this version. */
export function runCompletion(
  shell: Shell,
  { json = false }: { json?: boolean },
  own: Command,
): void {
  let root = own;
  while (root.parent !== null) root = root.parent;
  const script = WRITERS[shell](commandTree(root));
  if (json) printJson({ shell, script });
  else stdout.writeContent(script);
}
