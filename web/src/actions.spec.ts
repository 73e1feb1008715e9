/** @jest-environment ./test/dashboard/environment.mjs */
/** Each button of each screen, after all fields have got another value: what it sends, what is read again, and what is said then. */
import { expect, it } from '@jest/globals';
import { type Answers, refusal } from '../../test/dashboard/answers.js';
import { SCREENS } from '../../test/dashboard/screen-list.js';
import { buildServerAnswers } from '../../test/dashboard/server.js';
import { useAll } from '../../test/dashboard/use-all.js';

it.each(SCREENS)('the screen of %s sends what its fields hold', async (_, path) => {
  expect(await useAll(path, buildServerAnswers(path))).toMatchSnapshot();
});

const REFUSED = refusal(422, 'validation_failed', 'Not <b>that</b>\u202E.');
/** Returns the answers of a server that changes nothing. */
function refusing(answers: Answers): Answers {
  const isChange = (request: string): boolean => !request.startsWith('GET ');
  const refused = Object.keys(answers).filter(isChange);
  return { ...answers, ...Object.fromEntries(refused.map((request) => [request, REFUSED])) };
}

const FORMS = SCREENS.filter(([, path]) => /\/(?:new|again|settings\/.*|[^/]+1)$/.test(path));

it.each(FORMS)('the screen of %s says why nothing was done', async (_, path) => {
  expect(await useAll(path, refusing(buildServerAnswers(path)))).toMatchSnapshot();
});
