import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { runCli } from '../support/cli.js';

let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'metarun-completion-'));
  const { code, stdout } = await runCli(['completion', 'bash']);
  expect(code).toBe(0);
  writeFileSync(join(folder, 'completion.bash'), stdout);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Returns what bash proposes to complete the last of these words. */
function proposed(...typed: string[]): string[] {
  const script = `
    set -u
    source "$1/completion.bash"
    shift
    COMP_WORDS=(metarun "$@")
    COMP_CWORD=$#
    _metarun
    printf '%s\\n' "\${COMPREPLY[@]}"`;
  const args = ['--norc', '-c', script, 'bash', folder, ...typed];
  const text = execFileSync('bash', args, { encoding: 'utf8' });
  return text.split('\n').filter((line) => line !== '');
}

describe('metarun completion', () => {
  it('bash completion proposes commands, options and the choices of an argument', () => {
    expect(proposed('to')).toEqual(['tokens', 'token']);
    expect(proposed('')).toEqual(expect.arrayContaining(['serve', 'doctor', 'completion']));
    expect(proposed('doctor', '--s')).toEqual(['--storage']);
    expect(proposed('completion', 'f')).toEqual(['fish']);
  });

  it('bash completion proposes subcommands and the values of an option', () => {
    expect(proposed('tasks', 'li')).toEqual(['list']);
    expect(proposed('tasks', 'list', '--status', 'f')).toEqual(['failed']);
    expect(proposed('tasks', 'list', '--status', '=', 'wai')).toEqual(['waiting']);
  });

  it('bash completion distinguishes the value of an option from a command', () => {
    expect(proposed('tasks', 'list', '--type', 'show', '--stat')).toEqual(['--status']);
    expect(proposed('bundle', '--out', '')).toEqual([]);
  });

  it.each(['zsh', 'fish'])(
    'the completion script for %s has every command and the choices',
    async (shell) => {
      const { code, stdout } = await runCli(['completion', shell]);
      expect(code).toBe(0);
      for (const word of ['metarun tasks list', 'metarun files put', 'approvals', 'cancelled'])
        expect(stdout).toContain(word);
      // The apostrophe of a description must not end its quotes.
      expect(stdout).not.toMatch(/[^\\']machine's/);
    },
  );

  it('an unknown shell is refused with the list of supported ones', async () => {
    const { code, stderr } = await runCli(['completion', 'csh']);
    expect(code).toBe(2);
    expect(stderr).toContain('Allowed choices are bash, zsh, fish');
  });
});
