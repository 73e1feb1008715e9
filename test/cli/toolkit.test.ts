import { describe, expect, it } from '@jest/globals';
import { runCli, startOnTerminal } from '../support/cli.js';

describe('the command line', () => {
  it('shows its usage when it has no arguments', async () => {
    const { code, stdout } = await runCli([]);
    expect(code).toBe(0);
    expect(stdout).toContain('Usage: metarun');
  });

  it.each([
    [['tokn'], 'Did you mean token?'],
    [['token', '--days', 'x'], 'A number of days above 0.'],
    [['bundle'], "missing required argument 'entry'"],
  ])('refuses %j with exit code 2', async (args, said) => {
    const { code, stdout, stderr } = await runCli(args);
    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toContain(said);
  });

  it('refuses with one JSON document where JSON was asked for', async () => {
    const { code, stdout, stderr } = await runCli(['token', '--days', 'x', '--json']);
    expect({ code, stderr }).toEqual({ code: 2, stderr: '' });
    expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'usage' } });
  });

  it('is as wide as a narrow terminal', async () => {
    const { stdout } = await startOnTerminal(['key', '--help'], 40).ended;
    const longest = Math.max(...stdout.split('\n').map((line) => line.trimEnd().length));
    expect(longest).toBeLessThanOrEqual(76);
  });
});
