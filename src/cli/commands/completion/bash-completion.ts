import { allNodes, type CommandNode } from './command-tree.js';

/**
 * Returns the completion script for bash. It works in bash 3.2, the version of macOS, and without the package
 * bash-completion.
 */
export function bashCompletion(root: CommandNode): string {
  const nodes = allNodes(root);
  return `# Completion of metarun for bash: source it, or put it where bash-completion looks.
_metarun() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD - 1]} at=${root.name} options= words= i
  # "--status=run" comes as three words.
  if [[ $cur == = ]]; then cur=; elif [[ $prev == = ]]; then prev=\${COMP_WORDS[COMP_CWORD - 2]}; fi
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$at \${COMP_WORDS[i]}" in
${patterns(
  nodes.slice(1).map(({ path }) => path),
  'at="$at ${COMP_WORDS[i]}"',
)}${patterns(nodes.flatMap(valuePaths), '[[ ${COMP_WORDS[i + 1]} == = ]] && ((i++)); ((i++))')}    esac
  done
  case "$at $prev" in
${nodes.flatMap(choiceCases).join('')}${patterns(nodes.flatMap(freeValuePaths), 'return')}  esac
  case "$at" in
${nodes.map(nodeCase).join('')}  esac
  if [[ $cur == -* ]]; then words=$options; fi
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
complete -o default -F _metarun metarun
`;
}

function nodeCase({ path, children, options, argumentChoices }: CommandNode): string {
  const flags = options.flatMap((option) => option.flags).join(' ');
  const words = [...children.map(({ name }) => name), ...argumentChoices].join(' ');
  return `    '${path}') options='${flags}' words='${words}' ;;\n`;
}

function choiceCases({ path, options }: CommandNode): string[] {
  return options
    .filter(({ choices }) => choices.length > 0)
    .map(({ flags, choices }) => {
      const typed = flags.map((flag) => `'${path} ${flag}'`).join(' | ');
      const words = choices.join(' ');
      return `    ${typed}) COMPREPLY=($(compgen -W '${words}' -- "$cur")); return ;;\n`;
    });
}

function valuePaths({ path, options }: Pick<CommandNode, 'path' | 'options'>): string[] {
  return options
    .filter(({ takesValue }) => takesValue)
    .flatMap(({ flags }) => flags.map((flag) => `${path} ${flag}`));
}

/** Returns the options that accept any value. Nothing is proposed for them, so bash completes file names. */
function freeValuePaths({ path, options }: CommandNode): string[] {
  return valuePaths({ path, options: options.filter(({ choices }) => choices.length === 0) });
}

function patterns(paths: readonly string[], does: string): string {
  if (paths.length === 0) return '';
  return `      ${paths.map((path) => `'${path}'`).join(' | ')}) ${does} ;;\n`;
}
