import { expect, it } from '@jest/globals';
import { sessionCapabilities, sessionFor } from './session.js';
import { readCapabilities, clientCapabilities, TASKS_EXTENSION } from './client-capabilities.js';

const TASKS = { extensions: { [TASKS_EXTENSION]: {} } };

it.each([
  ['nothing', undefined, []],
  ['no capability', {}, []],
  ['questions of no mode', { elicitation: {} }, ['forms']],
  ['questions of a mode of its own', { elicitation: { voice: {} } }, ['forms']],
  ['forms', { elicitation: { form: {} } }, ['forms']],
  ['links', { elicitation: { url: {} } }, ['links']],
  ['both', { elicitation: { form: {}, url: {} } }, ['forms', 'links']],
  ['questions that are not an object', { elicitation: true }, []],
  ['tasks', TASKS, ['tasks']],
  ['all', { ...TASKS, elicitation: { form: {}, url: {} } }, ['forms', 'links', 'tasks']],
  ['another extension', { extensions: { other: {} } }, []],
  ['what its prototype has', Object.create(TASKS) as object, []],
])('a client that declares %s is able to do as much', (_, given, expected) => {
  const envelope = { 'io.modelcontextprotocol/clientCapabilities': given };
  for (const abilities of [readCapabilities(given), clientCapabilities(envelope)])
    expect(
      Object.entries(abilities)
        .flatMap(([name, is]) => (is ? [name] : []))
        .toSorted(),
    ).toEqual(expected);
});

it.each([
  [{ form: {} }, 'mrs-form-', ['forms']],
  [{ url: {} }, 'mrs-url-', ['links']],
  [{ form: {}, url: {} }, 'mrs-formurl-', ['forms', 'links']],
])('the session of a client with %j says so by its id', (elicitation, beginning, abilities) => {
  const params = { capabilities: { elicitation } };
  const id = sessionFor({ method: 'initialize', params });
  expect(id).toContain(beginning);
  const { tasks, ...rest } = sessionCapabilities(id ?? '');
  expect(tasks).toBe(false);
  expect(Object.entries(rest).flatMap(([name, is]) => (is ? [name] : []))).toEqual(abilities);
  expect(sessionFor({ method: 'ping', params })).toBeNull();
});

it.each([undefined, '', 'mrs-form-1 ', 'mrs-other-1', ' mrs-form-1'])(
  'the id %j of a session says nothing',
  (id) => {
    expect(sessionCapabilities(id)).toEqual({ tasks: false, forms: false, links: false });
    expect(sessionFor({ method: 'initialize' })).toBeNull();
  },
);
