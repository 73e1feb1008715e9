import { describe, expect, it } from '@jest/globals';
import { runCli, runCliProcess, startOnTerminal } from '../support/cli.js';

/** Address without a listening server. */
const UNREACHABLE = 'http://127.0.0.1:9';

describe('the command line', () => {
  it('metarun without arguments prints its usage', async () => {
    const { code, stdout } = await runCliProcess([]);
    expect(code).toBe(0);
    expect(stdout).toContain('Usage: metarun');
    expect(stdout).toContain('metarun new greeter --template hello');
    expect(stdout).toContain('Documentation: docs/tour.md');
  });

  it.each([
    [['tokn'], 'Did you mean token?'],
    [['token', '--days', 'x'], 'A number of days above 0.'],
    [['bundle'], "missing required argument 'entry'"],
  ])('the command line refuses %j with exit code 2', async (args, said) => {
    const { code, stdout, stderr } = await runCli(args);
    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toContain(said);
  });

  it.each([
    ['a name that names nothing', ['run', 'nowhere'], 2],
    ['a name that names nothing', ['check', 'nowhere'], 2],
    ['a name that names nothing', ['deploy', 'nowhere'], 2],
    ['a name that names nothing', ['test', 'nowhere'], 2],
    ['a name that names nothing', ['bundle', 'nowhere.ts'], 2],
    ['a name that names nothing', ['replay', 'nowhere'], 2],
    ['a name that names nothing', ['dev', 'nowhere'], 2],
    ['a name that names nothing', ['new', 'x', '--template', 'nowhere'], 2],
    ['a group without a command', ['tasks'], 2],
    ['no server', ['tasks', 'list', '--profile', 'nowhere'], 2],
    ['a server that does not answer', ['tasks', 'list', '--url', UNREACHABLE, '--token', 'x'], 3],
    ['an error', ['token'], 1],
  ])('the exit code matches docs/cli.md: %s (%j)', async (_, args, exit) => {
    const env = { XDG_CONFIG_HOME: '/nowhere', METARUN_DATA_DIR: '/nowhere' };
    expect(await runCli(args, { env })).toMatchObject({ code: exit, stdout: '' });
  });

  it('an error with --json is printed as one JSON document', async () => {
    const { code, stdout, stderr } = await runCli(['token', '--days', 'x', '--json']);
    expect({ code, stderr }).toEqual({ code: 2, stderr: '' });
    expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'usage' } });
  });

  it('the help stays within 76 columns on a narrow terminal', async () => {
    const { stdout } = await startOnTerminal(['key', '--help'], 40).ended;
    const longest = Math.max(...stdout.split('\n').map((line) => line.trimEnd().length));
    expect(longest).toBeLessThanOrEqual(76);
  });
});
