import { expect, it } from '@jest/globals';
import { type AnswerProblem, findAnswerProblem } from './answer-problem.js';

it.each<[body: string, isStream: boolean, problem: AnswerProblem | null]>([
  ['', false, 'unreadable'],
  ['', true, 'unreadable'],
  ['{"choices":[]}', false, null],
  ['{"choices":[', false, 'unreadable'],
  ['{"hello":"world"}', false, 'foreign'],
  ['[1]', false, 'foreign'],
  ['{"error":{"message":"bad","code":7}}', false, { said: '7: bad' }],
  ['{"error":"bad"}', false, { said: 'bad' }],
  ['[{"error":{"status":"UNAVAILABLE"}}]', false, { said: 'UNAVAILABLE' }],
  ['{"response":{"error":{"message":"bad"}}}', false, { said: 'bad' }],
  ['{"error":{}}', false, { said: 'an error without words' }],
  ['data: {"choices":[]}\n\ndata: [DONE]\n\n', true, null],
  ['event: ping\r\nid: 1\r\n\r\n: idle\r\ndata: {"type":"ping"}\r\n\r\n', true, null],
  ['data: {"candidates":\ndata: []}\n\n', true, null],
  ['data: {"choices":[]}\n\ndata: {oops\n\n', true, 'unreadable'],
  ['data: {"hello":"world"}\n\n', true, 'foreign'],
  ['data: {"type":"error","message":"bad"}\n\n', true, { said: 'error: bad' }],
  ['data: {oops\n\ndata: {"error":{"message":"bad"}}\n\n', true, { said: 'bad' }],
  ['hello there', true, 'unreadable'],
])('the text %j, a stream: %j, has the problem %j', (body, isStream, problem) => {
  expect(findAnswerProblem(body, isStream)).toEqual(problem);
});
