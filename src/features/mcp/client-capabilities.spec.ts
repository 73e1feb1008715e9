import { expect, it } from '@jest/globals';
import { abilitiesOf, clientCapabilities, TASKS_EXTENSION } from './client-capabilities.js';

const TASKS = { extensions: { [TASKS_EXTENSION]: {} } };

it.each([
  ['nothing', undefined, []],
  ['no capability', {}, []],
  ['questions of no mode', { elicitation: {} }, ['forms']],
  ['questions of a mode of its own', { elicitation: { voice: {} } }, ['forms']],
  ['forms', { elicitation: { form: {} } }, ['forms']],
  ['links', { elicitation: { url: {} } }, ['links']],
  ['both', { elicitation: { form: {}, url: {} } }, ['forms', 'links']],
  ['questions that are no object', { elicitation: true }, []],
  ['tasks', TASKS, ['tasks']],
  ['all', { ...TASKS, elicitation: { form: {}, url: {} } }, ['forms', 'links', 'tasks']],
  ['another extension', { extensions: { other: {} } }, []],
  ['what its prototype has', Object.create(TASKS) as object, []],
])('a client that declares %s is able to do as much', (_, given, expected) => {
  const envelope = { 'io.modelcontextprotocol/clientCapabilities': given };
  for (const abilities of [abilitiesOf(given), clientCapabilities(envelope)])
    expect(
      Object.entries(abilities)
        .flatMap(([name, is]) => (is ? [name] : []))
        .toSorted(),
    ).toEqual(expected);
});
