import { expect, it } from '@jest/globals';
import { openFilesAdvice, openFilesLimit } from './open-files.js';

const limits = (soft: string): string =>
  `Limit                     Soft Limit           Hard Limit           Units
Max processes             63432                63432                processes
Max open files            ${soft.padEnd(20)} 524288               files
`;

it('the limit of open files is read where the machine reports one', () => {
  expect(openFilesLimit(() => limits('1024'))).toBe(1024);
  expect(openFilesLimit(() => limits('unlimited'))).toBeNull();
  expect(
    openFilesLimit(() => {
      throw new Error('there is no /proc');
    }),
  ).toBeNull();
});

it('a start is warned of fewer open files than its runs need, and refused where none would work', () => {
  expect(openFilesAdvice(1024, 8)).toBeNull();
  expect(openFilesAdvice(null, 1000)).toBeNull();
  expect(openFilesAdvice(1024, 100)).toMatch(
    /may have 1024 files open, and needs up to 2128 at METARUN_CONCURRENCY=100: .*ulimit -n.*LimitNOFILE/,
  );
  expect(openFilesAdvice(100, 1)).toContain('100 files');
  expect(() => openFilesAdvice(64, 1)).toThrow('64 files');
});
