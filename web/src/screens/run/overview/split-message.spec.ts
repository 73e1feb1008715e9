import { expect, it } from '@jest/globals';
import { splitMessage } from './split-message.js';

it.each([
  ['ValueError: no rate: x', 'ValueError', 'no rate: x'],
  ['requests.exceptions.HTTPError', null, 'requests.exceptions.HTTPError'],
  ['It took longer than 2 s: timeout', null, 'It took longer than 2 s: timeout'],
  ['A: b\nc', 'A', 'b\nc'],
  ['', null, ''],
])('the message %j is split into the type %j and the text %j', (message, type, text) => {
  expect(splitMessage(message)).toEqual({ type, text });
});
