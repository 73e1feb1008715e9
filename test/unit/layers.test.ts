import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';

const root = fileURLToPath(new URL('../../', import.meta.url));

function checkLayers(folder: string, minModules: number): { code: number | null; lines: string[] } {
  const args = ['scripts/check-layers.mjs', folder, String(minModules)];
  const { status, stdout } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
  return { code: status, lines: stdout.trimEnd().split('\n') };
}

describe('the layer check', () => {
  it('the layer check finds each kind of forbidden import and nothing else', () => {
    const { code, lines } = checkLayers('test/fixtures/layers', 10);
    expect(code).toBe(1);
    expect(lines.map((line) => line.replace(/ -> .*/, ''))).toEqual([
      'base-imports-only-groups-below-it: src/base/kernel/upward-type.ts',
      'base-imports-only-groups-below-it: src/base/kernel/upward.ts',
      'bodies-only-at-the-edge: src/tasks/tasks/takes-body.ts',
      'entities-stay-in-services: src/tasks/tasks/tasks.controller.ts',
      'every-folder-is-in-the-table: src/server/http-extra/unlisted.ts',
      'guests-import-only-types-of-the-host: runtimes/typescript/value.ts',
      'guests-know-only-the-protocol: runtimes/typescript/beyond.ts',
      'host-imports-no-guest-code: src/sandbox/runtime/host.ts',
      'host-knows-only-the-protocol-of-the-converter: src/sandbox/runtime/converts.ts',
      'kernel-imports-only-folders-below-it: src/base/kernel/upward-in-group.ts',
      'no-cycles: src/server/http/cycle-a.ts',
      'no-framework-in-the-engine: src/sandbox/runtime/framework.ts',
      'packages-stand-alone: packages/client/src/other.ts',
      'packages-stand-alone: packages/document-converter/src/convert.ts',
      'the-server-is-no-client: src/tasks/tasks/asks.ts',
      'web-is-a-client: web/src/api/value.ts',
      'web-is-built-apart: src/server/http/builds.ts',
      'web-parts-imports-only-what-is-below-it: web/src/parts/upward.ts',
      'web-screens-know-no-other-screen: web/src/screens/one/one.tsx',
      '27 modules with imports',
    ]);
  });

  it('the layer check rejects a tree with too few modules', () => {
    const { code, lines } = checkLayers('test/fixtures/layers', 28);
    expect(code).toBe(1);
    expect(lines.at(-1)).toBe('parsed only 27 modules with imports, expected 28 or more');
  });
});
