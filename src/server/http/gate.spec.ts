import type { NextFunction, Request, Response } from 'express';
import { expect, it } from '@jest/globals';
import { Gate } from './gate.js';

it('the gate holds requests until it opens and then lets them in by their order', () => {
  const gate = new Gate();
  const seen: string[] = [];
  const enter = (name: string): void => {
    const next: NextFunction = () => void seen.push(name);
    gate.middleware({} as Request, {} as Response, next);
  };
  enter('first');
  enter('second');
  expect(seen).toEqual([]);
  gate.open();
  expect(seen).toEqual(['first', 'second']);
  enter('third');
  expect(seen).toEqual(['first', 'second', 'third']);
});
