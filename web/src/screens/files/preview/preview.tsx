import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useMemo } from 'react';
import { beginningQuery, SHOWN_BYTES, versionAddress } from '../../../api/file-content.js';
import { ErrorNote } from '../../../parts/error-note.js';
import { lineRangeOfHash, lineText } from '../../../parts/line-range.js';
import { Skeleton } from '../../../parts/skeleton.js';
import { visibleText } from '../../../parts/visible-text.js';
import { texts } from '../../../texts/en/files.js';
import { CsvPreview } from './csv-preview.js';
import { MarkdownPreview } from './markdown-preview.js';
import { type PreviewKind, previewKind } from './preview-kind.js';
import type { PreviewProps } from './preview-props.js';
import { TextPreview } from './text-preview.js';
import { JsonTree } from '../../../parts/json-tree.js';

const { file: words } = texts;
const FROM = '/signed-in/p/$project/files/$ws/$' as const;
/** Kinds that have a formatted view besides the plain text. */
const FORMED: ReadonlySet<PreviewKind> = new Set(['markdown', 'csv', 'json']);

/** Preview of a version of a file, as far as a browser can show it. Files are never rendered as HTML pages. */
export function Preview(props: PreviewProps) {
  const { place, version } = props;
  useLinesOfHash();
  const kind = previewKind(version.name, version.mime_type);
  if (kind === 'image')
    return (
      <img
        className="picture"
        src={versionAddress(place.project.id, version.id)}
        alt={words.picture(visibleText(version.name))}
      />
    );
  if (kind === 'none') return <p className="note">{words.noPreview}</p>;
  return <Content {...props} kind={kind} />;
}

function Content({ kind, ...props }: PreviewProps & { kind: PreviewKind }) {
  const { place, version } = props;
  const { as, line } = useSearch({ from: FROM });
  const query = useQuery(beginningQuery(place.project.id, version.id, version.size));
  if (query.isError) return <ErrorNote error={query.error} onRetry={() => void query.refetch()} />;
  if (query.data === undefined) return <Skeleton label={texts.loading} />;
  const { text, whole } = query.data;
  if (text === null) return <p className="note">{words.notText}</p>;
  if (text === '') return <p className="note">{words.empty}</p>;
  // Besides the plain text, only the Markdown view can mark a line.
  const asText = as === 'text' || (line !== undefined && kind !== 'markdown');
  const shown = asText ? 'text' : kind;
  return (
    <>
      {FORMED.has(kind) && <Forms asText={asText} />}
      {!whole && <p className="note">{words.firstPart(SHOWN_BYTES, version.size)}</p>}
      {shown === 'markdown' && <MarkdownPreview {...props} text={text} />}
      {shown === 'csv' && <CsvPreview name={version.name} text={text} />}
      {shown === 'json' && <JsonPreview {...props} text={text} whole={whole} />}
      {shown === 'text' && <TextPreview {...props} text={text} whole={whole} />}
    </>
  );
}

function Forms({ asText }: { asText: boolean }) {
  const navigate = useNavigate({ from: '/p/$project/files/$ws/$' });
  const show = (text: boolean): void =>
    void navigate({
      to: '.',
      search: ({ version }) => ({
        ...(version !== undefined && { version }),
        ...(text && { as: 'text' as const }),
      }),
      replace: true,
      resetScroll: false,
    });
  return (
    <div className="choices" role="group" aria-label={words.shownAs}>
      <button type="button" aria-pressed={!asText} onClick={() => show(false)}>
        {words.asPreview}
      </button>
      <button type="button" aria-pressed={asText} onClick={() => show(true)}>
        {words.asText}
      </button>
    </div>
  );
}

/** Replaces a line fragment such as `#L10-20`, which other programs write, with the `line` parameter. */
function useLinesOfHash(): void {
  const navigate = useNavigate({ from: '/p/$project/files/$ws/$' });
  useEffect(() => {
    const lines = lineRangeOfHash(location.hash);
    if (lines === undefined) return;
    void navigate({
      to: '.',
      search: (before) => ({ ...before, line: lineText(lines) }),
      hash: '',
      replace: true,
    });
  }, [navigate]);
}

/** Tree of a JSON file; its text if it is not valid JSON or was read only in part. */
function JsonPreview(props: PreviewProps & { text: string; whole: boolean }) {
  const { text, whole } = props;
  const value = useMemo(() => (whole ? parsed(text) : undefined), [text, whole]);
  if (value === undefined)
    return (
      <>
        {whole && <p className="note">{texts.file.notJson}</p>}
        <TextPreview {...props} />
      </>
    );
  return <JsonTree value={value} />;
}

/** Returns the parsed JSON; undefined if the text is not valid JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
