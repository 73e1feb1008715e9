/** @jest-environment ./test/dashboard/environment.mjs */
import '../../../test/dashboard/clock.js';
import { expect, it, jest } from '@jest/globals';
import { act, createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { When } from './when.js';

const MINUTE_MS = 60_000;

it('a time is right as soon as it is shown, and stays right', () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  const time = new Date().toISOString();
  jest.advanceTimersByTime(5 * MINUTE_MS);
  const place = document.createElement('div');
  const root = createRoot(place);
  act(() => root.render(createElement(When, { time })));
  expect(place.textContent).toBe('5 min. ago');
  act(() => jest.advanceTimersByTime(MINUTE_MS));
  expect(place.textContent).toBe('6 min. ago');
  act(() => root.unmount());
});
