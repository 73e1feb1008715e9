import { useQuery } from '@tanstack/react-query';
import { Link, useRouter, useSearch } from '@tanstack/react-router';
import { type MouseEvent, useCallback, useMemo } from 'react';
import { fileAddress } from '../../../api/file-content.js';
import { outlineQuery } from '../../../api/files.js';
import { lineRange } from '../../../parts/line-range.js';
import type { MarkdownPlace } from '../../../parts/markdown.js';
import { MarkdownView } from '../../../parts/markdown-view.js';
import { visibleText } from '../../../parts/visible-text.js';
import { texts } from '../../../texts/en/files.js';
import { splitFrontMatter } from './front-matter.js';
import { pathOfLink } from './link-path.js';
import type { PreviewProps } from './preview-props.js';

const { file: words } = texts;
/** Level of the page's headings: those of a Markdown file start at the next level. */
const LEVEL = 2;

/** Rendered Markdown with its table of contents. Scrolls to the line or heading of the address and marks it. */
export function MarkdownPreview({ place, isPresent, text }: PreviewProps & { text: string }) {
  const { project, ws, path } = place;
  const { line, heading } = useSearch({ from: '/signed-in/p/$project/files/$ws/$' });
  const router = useRouter();
  const outline = useQuery({ ...outlineQuery(project.id, ws, path), enabled: isPresent }).data;
  const named = outline?.find(({ anchor }) => anchor === heading);
  const wanted = lineRange(line) ?? (named && { from: named.first_line, to: named.first_line });
  const { matter, body, lines } = useMemo(() => splitFrontMatter(text), [text]);
  const at = useMemo(
    (): MarkdownPlace => ({
      link: (to) => {
        const target = pathOfLink(path, to);
        if (target === null) return null;
        return router.buildLocation({
          to: '/p/$project/files/$ws/$',
          params: { project: project.slug, ws, _splat: target.path.slice(1) },
          search: target.anchor === '' ? {} : { heading: target.anchor },
        }).publicHref;
      },
      image: (of) => {
        const target = pathOfLink(path, of);
        return target === null ? null : fileAddress(project.id, ws, target.path);
      },
    }),
    [path, project.id, project.slug, router, ws],
  );
  const [from, to] = [(wanted?.from ?? 0) - lines, (wanted?.to ?? 0) - lines];
  const mark = useCallback(
    (elements: HTMLElement) => {
      for (const old of elements.querySelectorAll('[aria-current]'))
        old.removeAttribute('aria-current');
      if (to < 1) return;
      const blocks = [...elements.querySelectorAll('[data-line]')].filter(
        (block) =>
          Number(block.getAttribute('data-line')) <= to &&
          Number(block.getAttribute('data-last-line')) >= from,
      );
      for (const block of blocks) block.setAttribute('aria-current', 'true');
      blocks[0]?.scrollIntoView({ block: 'center' });
    },
    [from, to],
  );
  const follow = (event: MouseEvent): void => {
    const link = event.target instanceof Element ? event.target.closest('a[data-own]') : null;
    const address = link?.getAttribute('href');
    if (address == null || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    router.history.push(address);
  };
  return (
    <div className="markdown-file">
      {heading !== undefined && outline !== undefined && named === undefined && (
        <p className="note">{words.noHeading(visibleText(heading))}</p>
      )}
      {outline !== undefined && outline.length > 1 && (
        <details className="outline">
          <summary>{words.contents}</summary>
          <ul>
            {outline.map(({ anchor, title, level, first_line: first }) => (
              <li key={first} className={`outline-${level}`}>
                <Link from="/p/$project/files/$ws/$" to="." search={{ heading: anchor }}>
                  <bdi>{visibleText(title)}</bdi>
                </Link>
              </li>
            ))}
          </ul>
        </details>
      )}
      {matter !== '' && (
        <pre className="code-block" tabIndex={0}>
          {visibleText(matter)}
        </pre>
      )}
      <div className="markdown-text" onClick={follow}>
        <MarkdownView level={LEVEL} place={at} onShown={mark}>
          {body}
        </MarkdownView>
      </div>
    </div>
  );
}
