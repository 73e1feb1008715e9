import { expect, it } from '@jest/globals';
import { cgroup2Mount, groupBelow } from './control-groups.js';

const OTHERS = '24 30 0:22 / /proc rw,nosuid - proc proc rw\n';
const V1 = '33 32 0:29 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n';

it('cgroup2Mount finds where groups of version 2 are mounted and with which root', () => {
  const line = '35 24 0:30 / /sys/fs/cgroup rw,nosuid shared:9 - cgroup2 cgroup2 rw,nsdelegate\n';
  expect(cgroup2Mount(OTHERS + V1 + line)).toEqual({ root: '/', at: '/sys/fs/cgroup' });
  const inner = '35 24 0:30 /a/b /sys/fs/cgroup ro - cgroup2 cgroup rw\n';
  expect(cgroup2Mount(OTHERS + inner)).toEqual({ root: '/a/b', at: '/sys/fs/cgroup' });
  expect(cgroup2Mount(OTHERS + V1)).toBeNull();
});

it.each([
  ['/', '/system.slice/metarun.service', '/at/system.slice/metarun.service'],
  ['/', '/', '/at'],
  ['/a', '/a/b', '/at/b'],
  ['/a', '/a', '/at'],
  ['/a', '/ab', null],
  ['/', '/../b', null],
])('the mount of %s has the group %s at %s', (root, own, path) => {
  const found = groupBelow({ root, at: '/at' }, own);
  expect(found?.replace(/\/$/, '') ?? null).toBe(path);
});
