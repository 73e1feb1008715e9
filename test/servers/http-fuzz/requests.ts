import { jsonText, oddText } from './odd-values.js';
import { listed, Random } from '../../support/fuzz/random.js';
import { type Meanings, type Schema, SchemaValues } from './schema-values.js';

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  schema: Schema;
}
interface Operation {
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema }> };
}
/** Parts of an OpenAPI document that these tests use. */
export interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

/** A client with ids that it may use and ids that it may not, by path parameter. */
export interface Actor {
  name: string;
  token: string | null;
  own: Meanings;
  foreign: Meanings;
}

export interface FuzzRequest {
  index: number;
  actor: string;
  method: string;
  path: string;
  headers: Record<string, string>;
  body: Buffer | null;
}

/** Requests that would change credentials and memberships which later requests need, and so use no own ids. */
const KEPT = /^(DELETE|PATCH) \/(auth\/tokens|projects\/\{project_id\}\/(members|api-keys))/;
const NO_BODY = /^(GET|HEAD|DELETE)$/;
/** Suffix of paths that take their waiting time in the query. */
const WAITS = '/wait';

/** Builds requests for every operation of a document, each determined by the seed and its index. */
export class FuzzRequests {
  private readonly operations: { method: string; path: string; operation: Operation }[];

  constructor(
    private readonly document: Document,
    private readonly seed: number,
    /** Meaningful values of members of bodies and queries. */
    private readonly meanings: Meanings,
  ) {
    this.operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        method: method.toUpperCase(),
        path,
        operation,
      })),
    );
  }

  get count(): number {
    return this.operations.length;
  }

  make(index: number, actors: readonly Actor[]): FuzzRequest {
    const random = new Random(this.seed, index);
    const found = this.operations[index % this.operations.length];
    if (found === undefined) throw new Error('the document has no operations');
    const { method, path, operation } = found;
    const actor = random.pick(actors);
    const parameters = operation.parameters ?? [];
    const isKept = KEPT.test(`${method} ${path}`);
    const values = new SchemaValues(this.document.components.schemas, this.meanings, random);
    const pathname = path.replace(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(
        this.pathValue(random, name, actor, isKept && name !== 'project_id'),
      ).replace(/%2F/g, () => (random.percent(20) ? '/' : '%2F')),
    );
    const query = this.query(random, values, parameters, path.endsWith(WAITS));
    const { body, type } = this.body(random, values, operation, method);
    return {
      index,
      actor: actor.name,
      method: method === 'GET' && random.percent(3) ? 'HEAD' : method,
      path: pathname + query,
      headers: {
        ...(actor.token === null ? {} : { authorization: `Bearer ${actor.token}` }),
        ...(type === null ? {} : { 'content-type': type }),
        ...oddHeaders(random, parameters),
      },
      body,
    };
  }

  private pathValue(
    random: Random,
    name: string,
    { own, foreign }: Actor,
    isKept: boolean,
  ): string {
    const chance = random.below(100);
    const mine = own[name];
    // A request with a wrong project would be refused early.
    const limit = name === 'project_id' ? 90 : 75;
    if (chance < limit && mine !== undefined && !isKept) return String(random.pick(mine));
    const theirs = foreign[name];
    if (chance < limit + (100 - limit) / 2 && theirs?.length) return String(random.pick(theirs));
    if (chance < limit + (100 - limit) * 0.7) return '01900000-0000-7000-8000-000000000000';
    return oddText(random) || ' ';
  }

  private query(random: Random, values: SchemaValues, all: Parameter[], isWait: boolean): string {
    const parts: string[] = [];
    for (const { name, in: place, required, schema } of all) {
      if (place !== 'query' || !(required || random.percent(45))) continue;
      if (isWait) parts.push(`timeout=${random.pick(['0', '1', '-1', 'x', '', '1.5', '601'])}`);
      else {
        const value = random.percent(60) ? String(values.valid(schema, name)) : oddText(random);
        parts.push(`${name}=${encodeURIComponent(value)}`);
        if (random.percent(4)) parts.push(`${name}=${encodeURIComponent(oddText(random))}`);
      }
    }
    // Without a timeout, the request waits half a minute.
    if (isWait && parts.length === 0) parts.push('timeout=0');
    if (random.percent(4))
      parts.push(random.pick(['odd=1', '%', '%ff=1', 'a[b]=c', 'limit[]=1', '=', '__proto__=1']));
    if (random.percent(1)) parts.push(Array.from({ length: 900 }, (_, n) => `k${n}=1`).join('&'));
    return parts.length === 0 ? '' : `?${parts.join('&')}`;
  }

  private body(
    random: Random,
    values: SchemaValues,
    operation: Operation,
    method: string,
  ): { body: Buffer | null; type: string | null } {
    const [content] = Object.entries(operation.requestBody?.content ?? {});
    if (content === undefined) {
      const isOdd = !NO_BODY.test(method) && random.percent(10);
      return isOdd ? { body: Buffer.from('{"a":'), type: 'application/json' } : NOTHING;
    }
    if (random.percent(3)) return NOTHING;
    const [type, { schema }] = content;
    if (type === 'multipart/form-data') return multipart(random);
    const valid = values.valid(schema);
    const text = jsonText(random.percent(45) ? valid : values.spoilt(valid));
    const odd = random.percent(4) ? random.pick(ODD_TYPES) : type;
    return { body: random.percent(8) ? spoiltBytes(random, text) : Buffer.from(text), type: odd };
  }
}

const NOTHING = { body: null, type: null };
const ODD_TYPES = listed(
  `text/plain · application/x-www-form-urlencoded · application/json; charset=utf-16 · multipart/form-data · application/jsonx · x · `,
);

function spoiltBytes(random: Random, text: string): Buffer {
  const bytes = Buffer.from(text);
  switch (random.below(6)) {
    case 0:
      return bytes.subarray(0, random.below(bytes.length));
    case 1:
      return Buffer.concat([bytes, Buffer.from(random.pick(['x', '}', '{}', '\0', ',']))]);
    case 2:
      return Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bytes]);
    case 3:
      return Buffer.concat([
        bytes.subarray(0, 1),
        Buffer.from([0xff, 0xc0, 0x80]),
        bytes.subarray(1),
      ]);
    case 4:
      return Buffer.from(
        random.pick(['', ' ', 'null', '[]', '"a"', '1', 'NaN', '[[[[', '{"a":1,"a":2}']),
      );
    default: {
      const at = random.below(bytes.length);
      bytes[at] = random.below(256);
      return bytes;
    }
  }
}

function multipart(random: Random): { body: Buffer; type: string } {
  const part = (): string => {
    const name = random.percent(75)
      ? 'file'
      : random.pick(['dir_path', 'ws', 'odd', '', '__proto__']);
    const file = random.percent(80) ? `; filename="${oddName(random)}"` : '';
    return `--odd\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n${oddText(random)}\r\n`;
  };
  const text = `${Array.from({ length: 1 + random.below(3) }, part).join('')}--odd--\r\n`;
  const cut = random.percent(15) ? random.below(text.length) : text.length;
  const boundary = random.percent(90) ? 'odd' : random.pick(['other', '', 'x'.repeat(100)]);
  return {
    body: Buffer.from(text.slice(0, cut)),
    type: `multipart/form-data; boundary=${boundary}`,
  };
}

function oddName(random: Random): string {
  return random.percent(70) ? `f${random.below(9)}.md` : oddText(random).replaceAll('"', '');
}

function oddHeaders(random: Random, parameters: readonly Parameter[]): Record<string, string> {
  const names = parameters.filter((one) => one.in === 'header').map(({ name }) => name);
  if (random.percent(10)) names.push(random.pick(ODD_HEADERS));
  const usual = names.filter((name) => ODD_HEADERS.includes(name) || random.percent(40));
  return Object.fromEntries(
    usual.map((name) => [
      name,
      random.percent(40) ? String(random.below(100)) : headerText(random),
    ]),
  );
}

const ODD_HEADERS = listed(
  `If-Match · If-None-Match · If-Modified-Since · Range · Accept · Accept-Language · X-Forwarded-For · X-Forwarded-Host · X-Request-Id · X-HTTP-Method-Override · Content-Encoding · Cookie · Origin`,
);

function headerText(random: Random): string {
  const known = listed('* · "x" · bytes=0- · bytes=-0 · bytes=9-1,2-3 · gzip');
  const text = random.pick([...known, oddText(random)]);
  // Clients cannot send other characters in a header, so the server is not tested with them.
  return text.replace(/[^\t\x20-\x7e\x80-\xff]/g, '').trim();
}
