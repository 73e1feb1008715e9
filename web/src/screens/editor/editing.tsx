import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { tryChange, tryNew } from '../../api/editor.js';
import type { DefinitionCheck, MetaTask, NewMetaTask } from '../../api/types.js';
import { CodeEditor, type EditorHandle } from '../../parts/code-editor/code-editor.js';
import { paramCompletions } from '../../parts/code-editor/completions.js';
import { REPORTER_MEMBERS } from '../../parts/code-editor/reporter-members.js';
import { TextDifference } from '../../parts/text-difference.js';
import { useProject } from '../../parts/use-project.js';
import { texts } from '../../texts/en/editor.js';
import { texts as metaTaskTexts } from '../../texts/en/meta-task.js';
import { Conflict } from './conflict.js';
import {
  diffDefinitions,
  toDefinition,
  type Settings,
  selectSettings,
  withIdentifier,
} from './definition.js';
import { DiagnosticsList } from './diagnostics-list.js';
import { keepText, keptText } from './kept-text.js';
import { SaveBar } from './save-bar.js';
import { SettingsFields } from './settings-fields.js';
import type { Language } from './starting-scripts.js';
import { TryPanel } from './try-panel.js';
import { useCheck } from './use-check.js';

/** Version, definition and text that editing starts from. */
export interface Start {
  /** Current version of the meta-task; null for a new meta-task. */
  current: MetaTask | null;
  definition: NewMetaTask;
  text: string;
  language: Language;
}

/** Editor of a script, with its diagnostics, settings and draft runs. Unsaved text survives a reload. */
export function Editing({
  start,
  line,
  above,
}: {
  start: Start;
  /** Number of the line to show first. */
  line?: number | undefined;
  /** Content above the editor. */
  above?: ReactNode;
}) {
  const { project } = useProject();
  const name = `${project.id} ${start.current?.identifier ?? 'new'}`;
  const [kept, setKept] = useState(() => keptText(name));
  const [current, setCurrent] = useState(start.current);
  const [text, setText] = useState(kept?.text ?? start.text);
  const [definition, setDefinition] = useState<NewMetaTask>(() => ({
    ...start.definition,
    ...(kept?.settings as Partial<NewMetaTask> | undefined),
  }));
  const [revision, setRevision] = useState(0);
  const [theirs, setTheirs] = useState<MetaTask | null>(null);
  const [view, setView] = useState<'script' | 'difference'>('script');
  const editor = useRef<EditorHandle>(null);
  const tries = useRef<() => void>(null);
  const saves = useRef<() => void>(null);
  const language = kept?.language ?? start.language;

  const whole: NewMetaTask = {
    ...definition,
    script: text,
    script_language: language,
    allowed_hosts: definition.network === 'restricted' ? listAllowedHosts(definition) : [],
  };
  const saved = current === null ? null : toDefinition(current);
  const changes = saved === null ? null : diffDefinitions(saved, whole);
  const isChanged = changes === null ? text !== start.text : Object.keys(changes).length > 0;
  const check = useCheck(project.id, withIdentifier(whole));
  const { found } = check;
  useEffect(() => {
    if (!isChanged) return keepText(name, null);
    const settings = selectSettings(definition);
    keepText(name, { text, language, version: current?.current_version ?? null, settings });
  }, [current, definition, isChanged, language, name, text]);

  const goTo = useCallback((to: number): void => {
    setView('script');
    // If the difference was shown, the editor is mounted by the next frame.
    requestAnimationFrame(() => editor.current?.goTo(to));
  }, []);
  useEffect(() => {
    if (line !== undefined) requestAnimationFrame(() => editor.current?.goTo(line));
  }, [line]);
  const diagnostics = useMemo(
    () =>
      (found?.diagnostics ?? []).flatMap(({ line: at, column, message, severity }) =>
        at === undefined ? [] : [{ line: at, column: column ?? null, message, severity }],
      ),
    [found],
  );
  const schema = useSchema(found);
  const completions = useMemo(
    () => ({ members: REPORTER_MEMBERS[language], params: paramCompletions(schema) }),
    [language, schema],
  );
  const take = (next: string): void => {
    setText(next);
    setRevision((before) => before + 1);
  };
  return (
    <>
      {kept !== null && (
        <div className="note" role="status">
          <p>
            {kept.version !== null && current !== null && kept.version !== current.current_version
              ? texts.restoredFrom(kept.version, current.current_version)
              : texts.restored}
          </p>
          <button
            type="button"
            onClick={() => {
              keepText(name, null);
              setKept(null);
              setDefinition(start.definition);
              take(start.text);
            }}
          >
            {texts.discard}
          </button>
        </div>
      )}
      {above}
      {theirs !== null && current !== null && (
        <Conflict
          before={current.script ?? ''}
          mine={text}
          theirs={theirs}
          onTake={(next, keepsSettings) => {
            take(next);
            setDefinition(
              keepsSettings
                ? { ...toDefinition(theirs), ...settingsChanged(current, definition) }
                : toDefinition(theirs),
            );
            setCurrent(theirs);
            setTheirs(null);
          }}
        />
      )}
      <div className="editing">
        <section className="panel" aria-labelledby="script">
          <header>
            <h2 id="script">{metaTaskTexts.languages[language]}</h2>
            {current !== null && (
              <div className="switch small" role="group" aria-label={texts.parts}>
                <button
                  type="button"
                  aria-pressed={view === 'script'}
                  onClick={() => setView('script')}
                >
                  {texts.script}
                </button>
                <button
                  type="button"
                  aria-pressed={view === 'difference'}
                  onClick={() => setView('difference')}
                >
                  {texts.differenceTo(current.current_version)}
                </button>
              </div>
            )}
          </header>
          {view === 'script' ? (
            <CodeEditor
              ref={editor}
              value={text}
              revision={revision}
              language={language}
              label={texts.editor(metaTaskTexts.languages[language])}
              diagnostics={diagnostics}
              completions={completions}
              onChange={setText}
              onRun={() => tries.current?.()}
              onSave={() => saves.current?.()}
            />
          ) : (
            <TextDifference before={current?.script ?? ''} after={text} />
          )}
          <DiagnosticsList check={check} onGo={goTo} />
          <p className="quiet">{texts.leave}</p>
        </section>
        <div className="column">
          <SaveBar
            control={saves}
            current={current}
            definition={whole}
            changes={changes}
            isChanged={isChanged}
            onConflict={setTheirs}
            onSaved={(made) => {
              keepText(name, null);
              setKept(null);
              setTheirs(null);
              setCurrent(made);
              setDefinition(toDefinition(made));
            }}
          />
          <TryPanel
            name={name}
            schema={schema}
            control={tries}
            onGo={goTo}
            onTry={(params) =>
              current === null || changes === null
                ? tryNew(project.id, withIdentifier(whole), params)
                : tryChange(project.id, current.identifier, changes, params)
            }
          />
          <section className="panel" aria-labelledby="settings">
            <h2 id="settings">{texts.settings.title}</h2>
            <SettingsFields
              settings={definition}
              identifier={current === null ? (definition.identifier ?? '') : null}
              onChange={(next) => setDefinition({ ...definition, ...next })}
              onIdentifier={(identifier) => setDefinition({ ...definition, identifier })}
            />
          </section>
        </div>
      </div>
    </>
  );
}

/** Returns the params schema of the last check. While the script has errors, returns the last schema without errors. */
function useSchema(found: DefinitionCheck | undefined): unknown {
  const [schema, setSchema] = useState<unknown>(null);
  const isWrong = found?.diagnostics.some(
    ({ pointer, severity }) => pointer === '/script' && severity === 'error',
  );
  const now = found === undefined || isWrong === true ? schema : found.params_schema;
  if (now !== schema) setSchema(now);
  return now;
}

function listAllowedHosts({ allowed_hosts: hosts }: NewMetaTask): string[] {
  return (hosts ?? []).map((host) => host.trim()).filter(Boolean);
}

/** Returns the settings that differ from those of the current version. */
function settingsChanged(current: MetaTask, definition: Settings): Partial<NewMetaTask> {
  return diffDefinitions(toDefinition(current), { ...toDefinition(current), ...definition });
}
