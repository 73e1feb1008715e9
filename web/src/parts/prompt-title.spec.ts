import { expect, it } from '@jest/globals';
import { promptBody, promptTitle } from './prompt-title.js';

it.each([
  ['Publish?', 'Publish?', null],
  ['# Publish **it**?\n\nIt is `done`.\n', 'Publish it?', 'It is `done`.'],
  ['\n\nFirst\nsecond', 'First', 'second'],
  ['***', '***', null],
])('the prompt %j has the title %j and the rest %j', (prompt, title, body) => {
  expect(promptTitle(prompt)).toBe(title);
  expect(promptBody(prompt)).toBe(body);
});
