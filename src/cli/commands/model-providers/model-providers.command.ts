import type { Command } from 'commander';
import { apiGroup } from '../../toolkit/api/api-group.js';

const ID = 'name or id of a provider, or the beginning or end of the id';
const BODY = 'fields as JSON, a file with them, or - for standard input';
const actions = () => import('./model-providers.actions.js');

export function modelProvidersCommand(): Command {
  return apiGroup('model-providers', 'Providers of language models for scripts.', [
    {
      name: 'list',
      description: 'List the model providers that the project may use.',
      examples: [['metarun model-providers list', '']],
      run: async (options) => (await actions()).list(options),
    },
    {
      name: 'show',
      description: 'Show a model provider of the project.',
      args: [['<provider>', ID]],
      examples: [['metarun model-providers show anthropic', '']],
      run: async (provider, options) => (await actions()).show(provider, options),
    },
    {
      name: 'create',
      description: 'Add a model provider.',
      args: [['<fields>', BODY]],
      examples: [['metarun model-providers create ollama.json', '']],
      run: async (fields, options) => (await actions()).create(fields, options),
    },
    {
      name: 'change',
      description: 'Change a model provider. Fields not given stay the same.',
      args: [
        ['<provider>', ID],
        ['<fields>', BODY],
      ],
      examples: [[`metarun model-providers change ollama '{"max_concurrency": 2}'`, '']],
      run: async (provider, fields, options) => (await actions()).change(provider, fields, options),
    },
    {
      name: 'test',
      description: 'Send a minimal request to a model, to check its provider.',
      args: [
        ['<provider>', ID],
        ['<model>', 'name of one of its models'],
      ],
      examples: [['metarun model-providers test ollama qwen', '']],
      run: async (provider, model, options) => (await actions()).test(provider, model, options),
    },
    {
      name: 'rm',
      description: 'Delete an unused model provider.',
      args: [['<provider>', ID]],
      asksFirst: true,
      examples: [['metarun model-providers rm ollama --yes', 'skips the confirmation']],
      run: async (provider, options) => (await actions()).remove(provider, options),
    },
  ]);
}
