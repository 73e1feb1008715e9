import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const SCRIPT = resolve('scripts/check-python-imports.py');

function checkImports(...folders: string[]): { code: number | null; lines: string[] } {
  const { status, stdout } = spawnSync('python3', ['-I', '-B', SCRIPT, ...folders], {
    cwd: 'test/fixtures/python-imports',
    encoding: 'utf8',
  });
  return { code: status, lines: stdout.trimEnd().split('\n') };
}

describe('the check of Python imports', () => {
  it('the check of Python imports finds cycles through functions, type checking and packages', () => {
    const { code, lines } = checkImports('in-function', 'in-condition', 'in-package');
    expect(code).toBe(1);
    expect(lines).toEqual([
      'in-function/facade/__init__.py -> in-function/guest/reporter.py -> in-function/guest/channel.py -> in-function/facade/__init__.py',
      'in-condition/left.py -> in-condition/right.py -> in-condition/left.py',
      'in-package/helper.py -> in-package/package/__init__.py -> in-package/package/inner.py -> in-package/helper.py',
      '13 modules',
    ]);
  });

  it('the check of Python imports accepts modules without a cycle', () => {
    const { code, lines } = checkImports('without-cycle');
    expect({ code, lines }).toEqual({ code: 0, lines: ['2 modules'] });
  });

  it('the check of Python imports rejects a folder without modules', () => {
    const { code, lines } = checkImports('without-cycle', 'missing');
    expect(code).toBe(1);
    expect(lines).toEqual(['missing has no modules', '2 modules']);
  });
});
