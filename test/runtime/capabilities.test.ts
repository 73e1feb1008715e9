/** Compares the capabilities that languages and checks list with those that the features register. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CAPABILITY_TOOLS, NO_TOOLS } from '../../src/agents/agents/agent-tools.js';
import { openCore, type TestCore } from '../support/core.js';
import { SCRIPT_LANGUAGES, type ScriptLanguage } from '../../src/base/languages/index.js';
import { Capabilities } from '../../src/sandbox/runtime/capabilities.js';
import { ROOT } from '../support/markdown.js';

/** Capabilities that are only parts of a call: steps, aborted requests, and approvals. */
const STEP = ['step.begin', 'step.end', 'step.fail'];
const APPROVAL = ['approval.open', 'approval.link', 'approval.await'];
/** Agents are models themselves. */
const MODELS = ['model.generate', 'model.embed'];
const PARTS = [...STEP, ...APPROVAL, ...MODELS, 'http.abort'];

const GUESTS: Record<ScriptLanguage, { sources: string; lacks: string[] }> = {
  // In Python only a timeout ends a request.
  python: { sources: 'runtimes/python/metarun_guest/**/*.py', lacks: ['http.abort'] },
  // TypeScript runs have no workspace folder to fill.
  typescript: { sources: 'runtimes/typescript/guest/**/*.ts', lacks: ['files.read_part'] },
};

class NamedCapabilities extends Capabilities {
  readonly names: string[] = [];

  override register(...given: Parameters<Capabilities['register']>): void {
    this.names.push(given[0]);
    super.register(...given);
  }
}

const capabilities = new NamedCapabilities();
let core: TestCore;

beforeAll(async () => {
  core = await openCore({ capabilities });
});
afterAll(() => core.close());

/** Returns whether the code of a guest contains the name of a capability, or its verb if the code composes the name. */
function calls(text: string, name: string): boolean {
  const [group, verb] = name.split('.');
  return (
    text.includes(`'${name}'`) ||
    text.includes(`"${name}"`) ||
    (text.includes(`f"${group}.{verb}"`) && text.includes(`_call("${verb}"`))
  );
}

describe('what features let scripts call', () => {
  it('every whole capability is either an agent tool or excluded with a reason', () => {
    const whole = capabilities.names.filter((name) => !PARTS.includes(name));
    expect([...CAPABILITY_TOOLS, ...Object.keys(NO_TOOLS)].sort()).toEqual(whole.sort());
  });

  it.each(SCRIPT_LANGUAGES)(
    'the guest of %s calls every registered capability except those it lacks by design',
    (language) => {
      const { sources, lacks } = GUESTS[language];
      const files = globSync(sources, { cwd: ROOT });
      const text = files.map((file) => readFileSync(join(ROOT, file), 'utf8')).join('\n');
      expect(capabilities.names.filter((name) => !calls(text, name))).toEqual(lacks);
    },
  );
});
