/** Reads the descriptions of settings and of the help of commands as their readers do: each alone. */
import { describe, expect, it } from '@jest/globals';
import type { Command } from 'commander';
import { COMMANDS } from '../../src/cli/program.js';
import { SETTINGS } from '../../src/server/core/config.js';
import { isHeadless } from '../support/headless.js';

type Described = readonly [place: string, text: string];

/** Returns the descriptions of a command, its arguments and options, and those of the commands below it. */
function descriptionsOf(command: Command, above = 'metarun'): Described[] {
  const place = `${above} ${command.name()}`;
  return [
    [place, command.description()],
    ...command.registeredArguments.map((one): Described => [
      `${place} ${one.name()}`,
      one.description,
    ]),
    ...command.options.map((one): Described => [`${place} ${one.flags}`, one.description]),
    ...command.commands.flatMap((one) => descriptionsOf(one, place)),
  ];
}

function headless(all: readonly Described[]): string[] {
  return all.filter(([, text]) => isHeadless(text)).map(([place, text]) => `${place}: ${text}`);
}

describe('each description stands alone', () => {
  it('the description of each setting names its subject', () => {
    const all = Object.values(SETTINGS).map((one): Described => [one.env, one.description]);
    expect(headless(all)).toEqual([]);
  });

  it('the help of each command, argument and option names its subject', () => {
    const all = Object.values(COMMANDS).flatMap((make) => descriptionsOf(make()));
    expect(headless(all)).toEqual([]);
    expect(all.filter(([, text]) => text === '')).toEqual([]);
  });
});
