import { expect, it } from '@jest/globals';
import type { Response } from 'express';
import { readServerConfig } from '../../../server/core/config.js';
import { StreamLimits } from './stream-limits.js';

const config = {
  ...readServerConfig({}),
  maxStreamsPerKey: 2,
  maxStreamsPerProject: 3,
  maxStreams: 4,
};

it('streams are counted by their key, their project and the server, as long as they are open', async () => {
  const limits = new StreamLimits(config);
  const closed: string[] = [];
  const response = { set: (name: string, value: string) => closed.push(`${name}: ${value}`) };
  const ends: (() => void)[] = [];
  const opened: Promise<void>[] = [];
  const open = (project: string, key: string): void => {
    const stream = () => new Promise<void>((resolve) => ends.push(resolve));
    opened.push(limits.count(project, key, response as unknown as Response, stream));
  };
  const refused = async (project: string, key: string): Promise<string> => {
    const none = async () => undefined;
    const counted = limits.count(project, key, response as unknown as Response, none);
    return counted.then(
      () => 'open',
      (error: Error) => error.message.split(' ').slice(0, 2).join(' '),
    );
  };
  for (const key of ['a', 'a', 'b']) open('one', key);
  expect([await refused('one', 'a'), await refused('one', 'b')]).toEqual([
    'This key',
    'This project',
  ]);
  expect(await refused('two', 'c')).toBe('open');
  open('two', 'c');
  expect(await refused('two', 'd')).toBe('The server');
  expect(closed).toEqual(Array<string>(3).fill('Connection: close'));
  ends[0]?.();
  await opened[0];
  expect([await refused('one', 'a'), await refused('two', 'd')]).toEqual(['open', 'open']);
  for (const end of ends) end();
  await Promise.all(opened);
  for (const key of ['a', 'a', 'b']) open('one', key);
  expect(await refused('one', 'c')).toBe('This project');
  for (const end of ends) end();
});
