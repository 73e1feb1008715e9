import { expect, it } from '@jest/globals';
import { readServerConfig } from '../../../server/core/config.js';
import { makeSandbox } from '../sandbox/sandboxes.js';
import { TYPESCRIPT_MAKER } from './typescript.maker.js';

/** A bundle that is refused before a process starts, even if Node is allowed. */
const NO_BUNDLE = '// metarun bundle {"packages": 1}\n';

it.each([
  ['none', 'auto', false],
  ['none', 'none', true],
  ['bubblewrap', 'auto', true],
  ['namespaces', 'auto', true],
] as const)(
  'a script on Node needs a sandbox that contains it: %s with METARUN_SANDBOX=%s allows it: %s',
  async (kind, wanted, allowed) => {
    const runtime = TYPESCRIPT_MAKER.make({
      config: readServerConfig({ METARUN_SANDBOX: wanted }),
      sandbox: makeSandbox(kind, { bwrap: '/bwrap', python: '/python', launcher: '/launch' }),
      problems: new Map(),
      interpreter: { executable: '/python', readable: [], abi: '', problem: null },
      egressDir: undefined,
      maxRuns: 1,
      oneOwner: false,
      packages: { folder: '/none', shared: false, archive: null },
      onWarning: () => undefined,
    });
    const checked = await runtime.check(NO_BUNDLE, 'project', { engine: 'node' });
    await runtime.close();
    const reason = allowed
      ? /^The packages of the bundle/
      : /^The `runtime` "node" needs a sandbox/;
    expect(checked).toMatchObject({
      ok: false,
      diagnostics: [{ message: expect.stringMatching(reason) }],
    });
  },
);
