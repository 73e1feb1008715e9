import type { JsonObject } from '../../base/kernel/json.js';
import type { DefinitionChange } from '../../tasks/meta-tasks/definition.js';
import { ANSWER_SCHEMA } from '../../files/citations/citation.js';
import { MAX_NAME_LENGTH } from '../../base/kernel/max-lengths.js';

/**
 * Identifier of the meta-task that answers questions. A project gets it with the first question, and its authors may
 * change it.
 */
export const ASK_IDENTIFIER = 'ask_files';
/** Maximum length of a question in UTF-16 units. */
export const MAX_QUESTION = 4_000;
const MAX_PATH = 4_096;

const CONTRACT = `---
goal: Answer the question from the files of the project, and cite the passages that the answer rests on.
tools: [files.search, files.read_section, files.read_lines, files.outline]
knowledge: ["*"]
citations: true
limits: { max_steps: 20, max_tool_calls: 40, max_tokens: 300000 }
---

The param \`question\` is what a person wants to know. Where there are params \`workspace\` and \`path\`, search there alone.

1. Search with the two to four words that say most. Where that finds nothing that helps, search again with other words: synonyms,
   the other language of the files, single words. Look in the other workspaces as well.
2. Read the section that a result names before you rely on it: a snippet is a part of a sentence.
3. Answer from what you have read, and from nothing else: neither from what you know nor from what seems likely. Answer in the language of the
   question, in a few sentences, with the figures, conditions and exceptions that the files name. Where files contradict each other, say so, and cite both.
4. Cite each passage that the answer rests on: its path, and as \`quote\` the words that say it, copied from one section, a sentence or less.
5. Where the files do not have the answer, hand in \`found: false\` without citations, and as \`answer\` one sentence on what you have searched for. Do so
   only after three different searches.
`;

type AskDefinition = DefinitionChange & { name: string; identifier: string; note: string };

const PARAMS_SCHEMA: JsonObject = {
  type: 'object',
  required: ['question'],
  additionalProperties: false,
  properties: {
    question: { type: 'string', minLength: 1, maxLength: MAX_QUESTION },
    workspace: {
      type: 'string',
      maxLength: MAX_NAME_LENGTH,
      description: 'Workspace to search. Default: all of the project.',
    },
    path: {
      type: 'string',
      maxLength: MAX_PATH,
      description: 'Directory or file to search.',
    },
  },
};

/**
 * Returns the initial definition of the meta-task. `model`: `provider/name`; null = the default of the installation.
 */
export function askDefinition(model: string | null): AskDefinition {
  return {
    name: 'Ask files',
    identifier: ASK_IDENTIFIER,
    description:
      'Answers a question from the files of the project, with citations of path, heading and lines, and says so where they do not have the answer.',
    execution_mode: 'agent',
    script:
      model === null
        ? CONTRACT
        : CONTRACT.replace('\n---\n', `\nmodel: ${JSON.stringify(model)}\n---\n`),
    params_schema: PARAMS_SCHEMA,
    result_schema: ANSWER_SCHEMA,
    mcp_hints: { read_only: true },
    note: 'made by the first question',
  };
}
