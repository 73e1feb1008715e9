import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { packagePath } from '../../../base/kernel/package-root.js';
import { GuidedError } from '../../../base/kernel/guided-error.js';
import { isJsonObject } from '../../../base/kernel/json.js';
import { SCRIPT_LANGUAGES, type ScriptLanguage } from '../../../base/languages/index.js';
import { nearest } from '../../../base/schema/nearest.js';

/** A project to start from: one folder per language, or one without a language. */
export interface Template {
  name: string;
  description: string;
  /** Empty without a script. */
  languages: ScriptLanguage[];
  /** Features of metarun that it shows. */
  features: string[];
}

/** A template in one of its languages. */
export interface ChosenTemplate {
  template: Template;
  language: ScriptLanguage | null;
  /** Absolute path. */
  folder: string;
  /** Identifier of its meta-task; the identifiers of further ones begin with it. */
  identifier: string;
}

const PAGE = 'templates.md';

/** Returns the templates, the simplest first. */
export async function listTemplates(): Promise<Template[]> {
  const text = await readFile(packagePath('templates/templates.json'), 'utf8');
  const parsed: unknown = JSON.parse(text);
  if (!Array.isArray(parsed)) throw new Error('templates.json is not a list');
  return parsed.map(asTemplate);
}

/**
 * Returns the template of this name (`csv-report`, or `csv-report-python` with its language). Throws GuidedError if
 * there is none, or none in this language; `language` is required if there are several.
 */
export async function chooseTemplate(
  name: string,
  language: ScriptLanguage | undefined,
): Promise<ChosenTemplate> {
  const { template, language: named } = await findTemplate(name);
  if (named !== undefined && language !== undefined && named !== language)
    throw wrong(`${name} is ${named}, and --language says ${language}.`, 'Give either.');
  const { languages } = template;
  const wanted = named ?? language;
  if (wanted !== undefined && !languages.includes(wanted))
    throw wrong(
      languages.length === 0
        ? `The template ${template.name} is not a script, and has no language.`
        : `There is no template ${template.name} in ${wanted}.`,
      languages.length === 0
        ? 'Leave --language out.'
        : `Give --language ${languages.join(' or ')}.`,
    );
  const [only, second] = languages;
  const chosen = wanted ?? (second === undefined ? (only ?? null) : undefined);
  if (chosen === undefined)
    throw wrong(
      `The template ${template.name} is there in ${languages.join(' and ')}.`,
      `Give --language ${languages.join(' or ')}.`,
    );
  const identifier = chosen === null ? template.name : `${template.name}-${chosen}`;
  return {
    template,
    language: chosen,
    folder: packagePath(join('templates', identifier)),
    identifier,
  };
}

/** Returns the template of a name, and the language at its end, if any. Throws GuidedError. */
export async function findTemplate(
  name: string,
): Promise<{ template: Template; language: ScriptLanguage | undefined }> {
  const templates = await listTemplates();
  const language = SCRIPT_LANGUAGES.find((each) => name.endsWith(`-${each}`));
  const plain = language === undefined ? name : name.slice(0, -language.length - 1);
  const template = templates.find((each) => each.name === plain);
  if (template !== undefined) return { template, language };
  const names = templates.map((each) => each.name);
  const near = nearest(plain, names);
  throw wrong(
    `There is no template ${name}.`,
    near === undefined ? `Give one of ${names.join(', ')}.` : `Did you mean ${near}?`,
  );
}

function wrong(message: string, fix: string): GuidedError {
  return new GuidedError(message, {
    code: 'unknown_template',
    fix,
    docs: PAGE,
    isUsage: true,
  });
}

function asTemplate(value: unknown): Template {
  const { name, description, languages, features } = isJsonObject(value) ? value : {};
  if (typeof name !== 'string' || typeof description !== 'string')
    throw new Error('templates.json has a template without name or description');
  return {
    name,
    description,
    languages: SCRIPT_LANGUAGES.filter((language) => texts(languages).includes(language)),
    features: texts(features),
  };
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}
