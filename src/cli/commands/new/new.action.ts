import { basename, dirname, relative, resolve } from 'node:path';
import { makeProject, type NewProject } from '../../../tooling/authoring/project/new-project.js';
import {
  nameError,
  type ProjectName,
  projectName,
} from '../../../tooling/authoring/project/project-name.js';
import {
  type ChosenTemplate,
  chooseTemplate,
  findTemplate,
  listTemplates,
} from '../../../tooling/authoring/project/template-catalogue.js';
import type { ScriptLanguage } from '../../../base/languages/index.js';
import { askChoice, askText } from '../../toolkit/ask.js';
import { style } from '../../toolkit/terminal.js';
import { shellWord } from '../../toolkit/shell-word.js';
import { ownCommand } from '../../../base/config/own-command.js';
import { stdout } from '../../toolkit/output.js';

export interface NewOptions {
  template?: string;
  language?: ScriptLanguage;
  folder?: string;
  yes?: boolean;
  json?: boolean;
}

/** A suggested next command and its purpose. */
type Next = readonly [command: string, does: string];

/** Runs `metarun new` and lists the created files on standard output. */
export async function runNew(name: string | undefined, options: NewOptions): Promise<void> {
  const { template, named } = await chosen(name, options);
  const folder = resolve(options.folder ?? named.identifier);
  const project = await makeProject(template, named, folder);
  const next = [...nextCommands(template, shown(folder)), ...installation(project)];
  if (options.json)
    stdout.write(`${JSON.stringify(asJson(project, template, named, next), null, 2)}\n`);
  else stdout.write(summary(project, template, named, next));
}

/** Asks for the name, template and language if the arguments leave them open. */
async function chosen(
  name: string | undefined,
  { template, language, yes = false }: NewOptions,
): Promise<{ template: ChosenTemplate; named: ProjectName }> {
  const title = name ?? (await askName());
  const named = projectName(title);
  const wanted = template ?? (yes ? 'hello' : await askTemplate());
  const found = await findTemplate(wanted);
  const { languages } = found.template;
  const several = languages.length > 1 && found.language === undefined && language === undefined;
  const said = several ? (yes ? languages[0] : await askLanguage(languages)) : language;
  return { template: await chooseTemplate(wanted, said), named };
}

function askName(): Promise<string> {
  return askText({
    message: 'What is it called?',
    flag: 'a name: metarun new <name>',
    placeholder: 'Weekly sales',
    check: nameError,
  });
}

async function askTemplate(): Promise<string> {
  const templates = await listTemplates();
  return askChoice({
    message: 'What shall it start from?',
    flag: '--template <template>, or --yes for hello',
    choices: templates.map(({ name, description }) => ({ value: name, hint: description })),
  });
}

function askLanguage(languages: readonly ScriptLanguage[]): Promise<ScriptLanguage> {
  return askChoice({
    message: 'In which language?',
    flag: `--language ${languages.join(' or ')}`,
    choices: languages.map((value) => ({ value })),
  });
}

/** Suggests `npm install` if the project has just got a package.json. */
function installation({ shared }: NewProject): Next[] {
  const manifest = shared.find(({ path }) => basename(path) === 'package.json');
  if (manifest === undefined) return [];
  const place = shown(dirname(manifest.path));
  const prefix = place === '.' ? '' : ` --prefix ${shellWord(place)}`;
  return [[`npm install${prefix}`, 'installs the types of Node, for test files and the editor']];
}

function nextCommands({ language }: ChosenTemplate, place: string): Next[] {
  const at = shellWord(place);
  return language === null
    ? [
        [ownCommand(`test ${at}`), 'runs its cases, which need no model'],
        [
          ownCommand(`run ${at} --model <provider/name> --model-providers <file>`),
          'runs it here, with a model',
        ],
      ]
    : [
        [ownCommand(`run ${at}`), 'runs it here, with params.example.json'],
        [ownCommand(`test ${at}`), 'runs its tests'],
        [ownCommand(`dev ${at}`), 'serves it, and takes over what you save'],
      ];
}

/** Returns a path relative to the current folder. */
function shown(path: string): string {
  return relative(process.cwd(), path) || '.';
}

function asJson(
  { folder, files, shared }: NewProject,
  { template, language }: ChosenTemplate,
  { title, identifier }: ProjectName,
  next: readonly Next[],
): object {
  return {
    name: title,
    identifier,
    template: template.name,
    language,
    folder,
    files: files.map((path) => relative(folder, path)),
    shared,
    next: next.map(([command]) => command),
  };
}

function summary(
  { folder, shared }: NewProject,
  { identifier: template }: ChosenTemplate,
  { title }: ProjectName,
  next: readonly Next[],
): string {
  const bold = style('bold', stdout);
  const faint = style('dim', stdout);
  const elsewhere = shared.filter(({ path }) => relative(folder, path).startsWith('..'));
  const wide = Math.max(...next.map(([command]) => command.length));
  return [
    `Created ${bold(title)} in ${shown(folder)}, from the template ${template}`,
    ...elsewhere.map(({ path, change }) => faint(`  ${change} ${shown(path)}`)),
    '',
    'Next:',
    ...next.map(([command, does]) => `  ${bold(command.padEnd(wide))}  ${faint(does)}`),
    '',
  ].join('\n');
}
