/**
 * Runs the public conformance suite of the protocol. Its expected failures are listed in test/fixtures/mcp-conformance,
 * by revision.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { sharedServer } from '../support/shared-server.js';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { execa } from 'execa';
import { withBody } from '../support/inline-script.js';
import { answerAs, type LocalServer, sendOn, serve } from '../support/local-server.js';
import { MCP } from '../support/mcp.js';
import { newMetaTask } from '../support/meta-tasks.js';
import { type TestServer } from '../support/server.js';

const PATIENT = resolve('test/fixtures/mcp-conformance/patient.mjs');
const SUITE = resolve('node_modules/@modelcontextprotocol/conformance/dist/index.js');
/** A picture, a sound and a text as files of the project. */
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';
const SILENCE = 'UklGRiYAAABXQVZFZm10IBAAAAABAAEARKwAAIhYAQACABAAZGF0YQIAAAAAAA==';
const FILES: Readonly<Record<string, object>> = {
  '/pixel.png': { content: PIXEL, encoding: 'base64' },
  '/silence.wav': { content: SILENCE, encoding: 'base64' },
  '/text.txt': { content: 'A text.' },
  '/data.json': { content: '{"id": 123}' },
};
/** Resources of the suite by the URIs that it reads, with the files of the project that serve them. */
const RESOURCES: Readonly<Record<string, string>> = {
  'test://static-text': 'text.txt',
  'test://static-binary': 'pixel.png',
  'test://template/123/data': 'data.json',
};
const asks = (properties: object, prompt = 'Go on?'): string =>
  `import json\nform = json.loads(${JSON.stringify(JSON.stringify({ type: 'object', properties }))})
answer = reporter.ask_approval(${JSON.stringify(prompt)}, form=form)["payload"]`;
const TEXT = { type: 'string' };
const TITLES = [
  { const: 'value1', title: 'First' },
  { const: 'value2', title: 'Second' },
];
/** Tools that the suite calls, as bodies of scripts. */
const FIXTURES: Readonly<Record<string, string>> = {
  greet: 'return "Hello, " + params["name"] + "!"',
  // Takes longer than the second within which a client that supports tasks gets its result directly.
  slow_compute: 'time.sleep(params["seconds"] * 1.5)\nreturn params["label"]',
  failing_job: 'time.sleep(1.5)\nraise ValueError("It fails as it is meant to.")',
  confirm_delete: 'reporter.ask_approval("Delete " + params["filename"] + "?")\nreturn "deleted"',
  test_streaming_elicitation: 'reporter.ask_approval("Go on?")\nreturn "went on"',
  test_logging_tool: 'reporter.log("a line")\nreturn "logged"',
  json_schema_2020_12_tool: 'return "valid"',
  test_simple_text: 'return "This is a simple text response for testing."',
  test_error_handling: 'raise ValueError("This tool intentionally returns an error for testing")',
  test_tool_with_progress:
    'for at in (0, 50, 99):\n    reporter.set_phase(f"At {at}")\n    reporter.set_progress(at)\n    time.sleep(0.15)',
  test_image_content: 'return "/pixel.png"',
  test_audio_content: 'return "/silence.wav"',
  test_embedded_resource: 'return "/text.txt"',
  test_multiple_content_types: 'return {"paths": ["/pixel.png", "/text.txt"]}',
  test_elicitation: `${asks({ username: TEXT, email: TEXT })}\nreturn answer`,
  test_elicitation_sep1034_defaults: `${asks({
    name: { ...TEXT, default: 'John Doe' },
    age: { type: 'integer', default: 30 },
    score: { type: 'number', default: 95.5 },
    status: { ...TEXT, enum: ['active', 'inactive', 'pending'], default: 'active' },
    verified: { type: 'boolean', default: true },
  })}\nreturn answer`,
  test_elicitation_sep1330_enums: `${asks({
    untitledSingle: { ...TEXT, enum: ['option1', 'option2', 'option3'] },
    titledSingle: { ...TEXT, oneOf: TITLES },
    legacyEnum: { ...TEXT, enum: ['opt1', 'opt2'], enumNames: ['One', 'Two'] },
    untitledMulti: { type: 'array', items: { ...TEXT, enum: ['option1', 'option2'] } },
    titledMulti: { type: 'array', items: { anyOf: TITLES } },
  })}\nreturn answer`,
  test_input_required_result_elicitation: `${asks({ name: TEXT })}\nreturn "Hello"`,
  test_input_required_result_request_state: `${asks({ ok: { type: 'boolean' } })}\nreturn "state-ok"`,
  test_input_required_result_tampered_state: `${asks({ ok: { type: 'boolean' } })}\nreturn "done"`,
  test_input_required_result_multi_round: `${asks({ name: TEXT }, 'Your name?')}\n${asks({ color: TEXT }, 'Your colour?')}\nreturn "done"`,
};

/** Schema with the keywords that the suite checks. */
const KEYWORDS = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  $defs: {
    address: {
      $anchor: 'addressDef',
      type: 'object',
      properties: { street: { type: 'string' }, city: { type: 'string' } },
    },
  },
  properties: {
    name: { type: 'string' },
    address: { $ref: '#/$defs/address' },
    contactMethod: { type: 'string', enum: ['phone', 'email'] },
    phone: { type: 'string' },
    email: { type: 'string' },
  },
  allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
  if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
  // oxlint-disable-next-line unicorn/no-thenable -- A keyword of JSON Schema.
  then: { required: ['phone'] },
  else: { required: ['email'] },
  additionalProperties: false,
};

let server: TestServer;
let proxy: LocalServer;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'metarun-mcp-'));
  server = await sharedServer();
  for (const [identifier, body] of Object.entries(FIXTURES))
    await newMetaTask(server, {
      name: identifier,
      identifier,
      description: `For the suite: ${identifier}`,
      script_language: 'python',
      script: withBody('python', body),
      mcp_hints: { embed: true },
      ...(identifier === 'json_schema_2020_12_tool' && { params_schema: KEYWORDS }),
    });
  await server.call('PATCH', '/projects/default/mcp', { body: { mcp_approvals: 'on_self' } });
  for (const [path, file] of Object.entries(FILES))
    await server.call('PUT', '/external/v1/projects/default/files/content', {
      body: { path, ...file },
    });
  const { body } = await server.call<{ id: string }[]>('GET', '/projects/default/workspaces');
  const beginning = `metarun://default/files/${body[0]?.id}/`;
  const translated = (message: string): string => {
    let made = message;
    for (const [uri, path] of Object.entries(RESOURCES))
      made = made.replaceAll(uri, `${beginning}${path}`);
    return made;
  };
  proxy = await serve((request, response) => pass(request, response, translated));
});
afterAll(async () => {
  await proxy.close();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Forwards a message of the suite with credentials, and with its URIs replaced by those of the project. */
async function pass(
  request: IncomingMessage,
  response: ServerResponse,
  translated: (message: string) => string,
): Promise<void> {
  const body = Buffer.from(translated(await text(request)));
  const name = request.headers['mcp-name'];
  const headers = {
    ...request.headers,
    authorization: `Bearer ${server.apiKey}`,
    ...(typeof name === 'string' && { 'mcp-name': translated(name) }),
    ...(body.length > 0 && { 'content-length': String(body.length) }),
  };
  answerAs(await sendOn(request, response, server.url, { path: MCP, headers, body }), response);
}

it.each(['2026-07-28', '2025-11-25'])(
  'the MCP server passes all that %s requires, except for what it does not offer',
  async (revision) => {
    const list = resolve(`test/fixtures/mcp-conformance/${revision}.yaml`);
    const url = `http://localhost:${proxy.port}/mcp`;
    const args = ['server', '--url', url, '--requirements', revision, '--expected-failures', list];
    const { exitCode, stdout, stderr } = await execa(
      process.execPath,
      ['--import', PATIENT, SUITE, ...args],
      { cwd: folder, reject: false },
    );
    const unexpected = exitCode === 0 ? [] : `${stdout}\n${stderr}`.split('\n').slice(-120);
    expect(unexpected).toEqual([]);
  },
);
