import { describe, expect, it } from '@jest/globals';
import type { Json } from '../../base/kernel/json.js';
import { parseCase } from './case-schema.js';

function listIssues(value: Json): string[] {
  const parsed = parseCase(value);
  return 'issues' in parsed
    ? parsed.issues.map(({ pointer, message }) => `${pointer} ${message}`)
    : [];
}

describe('a case', () => {
  it('a case may have every field', () => {
    const value: Json = {
      name: 'all',
      skip: 'not now',
      params: { a: 1 },
      files: {
        '/a': 'text',
        '/b': { base64: 'AAE=' },
        '/c': { json: [1] },
        '/d': { from: 'd.csv' },
      },
      secrets: { TOKEN: 'x' },
      stubs: {
        http: [
          {
            method: 'GET',
            url: 'https://a.b/*',
            request: { headers: { a: '*' }, json_includes: { b: 1 } },
            times: 2,
            status: 404,
            headers: { c: 'd' },
            text: 'no',
          },
          { url: 'https://a.b/', error: 'nobody there' },
        ],
        mcp: [
          { server: 'a', tool: 'b', arguments: {}, times: 1, text: 'c', structured: [1] },
          { server: 'a', tool: 'b', arguments_includes: { d: 1 }, is_error: true },
          { server: 'a', tool: 'b', error: 'it is down' },
        ],
        children: { one: 'real', two: { result: null }, three: [{ error: 'no' }, { result: 1 }] },
      },
      model: [
        'text',
        { calls: [{ name: 'files.read', input: { path: '/a' } }], text: 'I read it.' },
        { object: { a: 1 } },
        { error: 'overloaded' },
      ],
      memories: ['a', { text: 'b', kind: 'pitfall', scope: 'subject', subject: 'c', trust: 'low' }],
      approvals: ['approve', { decision: 'reject', comment: 'no', prompt: 'Go' }, 'expire'],
      events: [{ name: 'paid', payload: { by: 'Ada' } }, { name: 'sent' }],
      time: 'real',
      expect: {
        status: 'failed',
        result: null,
        result_includes: {},
        result_schema: { type: 'object' },
        error: { code: 'script_error', message: { matches: '^a' } },
        phases: ['A'],
        progress: 40,
        logs: ['a', { level: 'info', contains: 'b' }],
        files: { '/a': 'b', '/b': { absent: true }, '/c': { json_includes: {} } },
        steps: ['a', { kind: 'sleep', attempts: 2 }],
        calls: ['files.read', { name: 'sleep', status: 'success', answer: { contains: 'a' } }],
        memories: ['a', { text: { matches: '^b' }, status: 'pending', origin: 'agent' }],
        children: ['one', { task: 'two', params: {}, status: 'failed' }],
      },
    };
    expect(parseCase(value)).toEqual({ given: value });
  });

  it.each<[Json, string]>([
    [{ parms: {} }, '/parms is not a known field: did you mean "params"?'],
    [{ input: {} }, '/input is not a known field: did you mean "params"?'],
    [{ stubs: { mcp: [{ server: 'a' }] } }, '/stubs/mcp/0/tool is required'],
    [
      { stubs: { mcp: [{ server: 'a', tool: 'b', text: '', error: 'c' }] } },
      '/stubs/mcp/0/error goes without a result',
    ],
    [{ stubs: { http: [{}] } }, '/stubs/http/0/url is required'],
    [{ stubs: { http: [{ url: 'x', text: 'a', json: 1 }] } }, 'has "text" and "json": give one'],
    [{ stubs: { http: [{ url: 'x', error: 'a', status: 500 }] } }, 'without status and headers'],
    [{ approvals: [{ decision: 'reject', payload: {} }] }, '"reject" goes without a payload'],
    [{ expect: { status: 'success', error: 'x' } }, 'does not go with the status "success"'],
    [{ expect: { files: { '/a': { absent: true, contains: 'b' } } } }, '"absent" goes alone'],
    [{ expect: { logs: [{ matches: '(' }] } }, '/expect/logs/0/matches is not a pattern'],
    [{ expect: { result_schema: { type: 'strin' } } }, '/expect/result_schema/type must be one of'],
    [{ expect: { progress: 101 } }, '/expect/progress must be <= 100'],
    [{ memories: [{ text: 'a', scope: 'subject' }] }, '/memories/0 has the scope "subject"'],
    [{ memories: [{ text: 'a', subject: 'b' }] }, '/memories/0 has a "subject"'],
    [{ expect: { memories: [{ text: { matches: '(' } }] } }, '/expect/memories/0/text/matches is'],
    ['text', 'must be object'],
  ])('the case %j is rejected: %s', (value, said) => {
    expect(listIssues(value).join('\n')).toContain(said);
  });
});
