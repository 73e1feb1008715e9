/** Reads each description of settings, commands and schemas on its own, as users do. */
import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import type { Command } from 'commander';
import { COMMANDS } from '../../src/cli/program.js';
import { SETTINGS } from '../../src/server/core/config.js';
import { isHeadless } from '../support/headless.js';
import { ROOT } from '../support/markdown.js';

type Described = readonly [place: string, text: string];

/** Returns the descriptions of a command, its arguments, its options and its subcommands. */
function listDescriptions(command: Command, above = 'metarun'): Described[] {
  const place = `${above} ${command.name()}`;
  return [
    [place, command.description()],
    ...command.registeredArguments.map((one): Described => [
      `${place} ${one.name()}`,
      one.description,
    ]),
    ...command.options.map((one): Described => [`${place} ${one.flags}`, one.description]),
    ...command.commands.flatMap((one) => listDescriptions(one, place)),
  ];
}

/** Returns all descriptions in a schema, with their JSON pointers below `at`. */
function descriptionsIn(schema: unknown, at: string): Described[] {
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([key, value]: [string, unknown]): Described[] =>
    key === 'description' && typeof value === 'string'
      ? [[at, value]]
      : descriptionsIn(value, `${at}/${key}`),
  );
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
    const all = Object.values(COMMANDS).flatMap((make) => listDescriptions(make()));
    expect(headless(all)).toEqual([]);
    expect(all.filter(([, text]) => text === '')).toEqual([]);
  });

  it.each(globSync('schemas/*.json', { cwd: ROOT }))(
    'each description of the schema %s names its subject',
    (file) => {
      const all = descriptionsIn(JSON.parse(readFileSync(`${ROOT}/${file}`, 'utf8')), file);
      expect(all.length).toBeGreaterThan(0);
      expect(headless(all)).toEqual([]);
    },
  );
});
