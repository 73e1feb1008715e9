import { expect, it } from '@jest/globals';
import { modelNames } from './tool-names.js';

it('the names of tools have signs that providers take, and no two are the same', () => {
  const long = `mcp:shop/${'x'.repeat(80)}`;
  const tools = ['files.read', 'files/read', 'files:read', long, `${long}y`, 'plain-name_1'];
  const names = modelNames(tools);
  const cut = `mcp_shop_${'x'.repeat(55)}`;
  expect([...names]).toEqual([
    ['files_read', 'files.read'],
    ['files_read_2', 'files/read'],
    ['files_read_3', 'files:read'],
    [cut, long],
    [`${cut.slice(0, -2)}_2`, `${long}y`],
    ['plain-name_1', 'plain-name_1'],
  ]);
});
