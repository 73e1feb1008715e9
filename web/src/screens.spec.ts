/** @jest-environment ./test/dashboard/environment.mjs */
/** Each screen, on a server that has one of each thing: its words, its links, its fields, and what it asks for. */
import { expect, it } from '@jest/globals';
import { openPage, outline, requests } from '../../test/dashboard/dashboard.js';
import { SCREENS } from '../../test/dashboard/screen-list.js';
import { buildServerAnswers } from '../../test/dashboard/server.js';

it.each(SCREENS)('the screen of %s shows what the server has', async (_, path) => {
  await openPage(path, buildServerAnswers(path));
  const asked = [...new Set(requests().map(([request]) => request))];
  expect(`${asked.toSorted().join('\n')}\n\n${outline()}`).toMatchSnapshot();
});
