import type { Command } from 'commander';

/** A command, as described to the completion scripts. */
export interface CommandNode {
  /** Full path of the command, such as `metarun tasks list`. */
  path: string;
  name: string;
  description: string;
  children: CommandNode[];
  options: OptionNode[];
  /** Allowed values of the first argument. Empty if it accepts any value. */
  argumentChoices: string[];
}

export interface OptionNode {
  /** Flags as typed, such as `--status` or `-r`. */
  flags: string[];
  description: string;
  /** True if the option takes a value. */
  takesValue: boolean;
  choices: string[];
}

/** Builds the tree of commands and options from commander. Hidden ones are left out. */
export function commandTree(command: Command, above = ''): CommandNode {
  const help = command.createHelp();
  const path = `${above} ${command.name()}`.trim();
  return {
    path,
    name: command.name(),
    description: firstSentence(command.description()),
    children: help
      .visibleCommands(command)
      .filter((child) => child.name() !== 'help')
      .map((child) => commandTree(child, path)),
    options: help.visibleOptions(command).map((option) => ({
      flags: [option.short, option.long].filter((flag) => flag !== undefined && flag !== null),
      description: option.description,
      takesValue: option.required || option.optional,
      choices: words(option.argChoices),
    })),
    argumentChoices: words(command.registeredArguments[0]?.argChoices),
  };
}

/** Returns all nodes of a tree, parents first. */
export function allNodes(node: CommandNode): CommandNode[] {
  return [node, ...node.children.flatMap(allNodes)];
}

/** Returns the choices that a shell reads as one word without quotes. */
function words(choices: readonly string[] | undefined): string[] {
  return (choices ?? []).filter((choice) => /^[\w.:-]+$/.test(choice));
}

function firstSentence(text: string): string {
  return text.split(/[.:;](?:\s|$)/)[0] ?? text;
}
