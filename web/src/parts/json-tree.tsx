import { useState } from 'react';
import { partTexts } from '../texts/en/parts.js';
import { TextWithPaths, useIsKnownFile } from './known-files.js';
import { looksLikeMarkdown } from './looks-like-markdown.js';
import { MarkdownView } from './markdown-view.js';
import { visibleText } from './visible-text.js';

/** Number of members of a node that are shown at first. */
const SHOWN = 100;
const OPEN_DEPTH = 3;
const OPEN_MEMBERS = 30;
const LONG_TEXT = 600;

/**
 * JSON as a collapsible tree. Collapsed nodes are not rendered, so the cost of a large value depends on its visible
 * part.
 */
export function JsonTree({ value }: { value: unknown }) {
  return (
    <div className="json">
      <Node value={value} depth={0} />
    </div>
  );
}

function Node({ name, value, depth }: { name?: string; value: unknown; depth: number }) {
  const members = listMembers(value);
  const [open, setOpen] = useState(
    depth < OPEN_DEPTH && (members === null || members.length <= OPEN_MEMBERS),
  );
  const [most, setMost] = useState(SHOWN);
  const label = name !== undefined && <span className="json-name">{visibleText(name)}: </span>;
  if (members === null)
    return (
      <div className="json-leaf">
        {label}
        <Leaf value={value} />
      </div>
    );
  const brackets = Array.isArray(value) ? '[]' : '{}';
  if (members.length === 0)
    return (
      <div className="json-leaf">
        {label}
        {brackets}
      </div>
    );
  return (
    <div className="json-node">
      <button
        type="button"
        className="json-toggle"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {label}
        <span className="quiet">
          {brackets[0]}
          {partTexts.members(members.length)}
          {brackets[1]}
        </span>
      </button>
      {open && (
        <div className="json-members">
          {members.slice(0, most).map(([key, member]) => (
            <Node key={key} name={key} value={member} depth={depth + 1} />
          ))}
          {members.length > most && (
            <button type="button" className="plain" onClick={() => setMost(most + 10 * SHOWN)}>
              {partTexts.moreMembers(members.length - most)}
            </button>
          )}
        </div>
      )}
    </div>
  );
}

function Leaf({ value }: { value: unknown }) {
  if (typeof value !== 'string')
    return <span className="json-other">{value === undefined ? '' : JSON.stringify(value)}</span>;
  return <Text value={value} />;
}

/** A quoted string: a link if it is the path of a known file, and rendered as Markdown on request. */
function Text({ value }: { value: string }) {
  const [whole, setWhole] = useState(false);
  const [formed, setFormed] = useState(false);
  const isPath = useIsKnownFile(value);
  if (isPath)
    return (
      <bdi className="json-text">
        "<TextWithPaths>{value}</TextWithPaths>"
      </bdi>
    );
  const toggle = looksLikeMarkdown(value) && (
    <button
      type="button"
      className="plain"
      aria-pressed={formed}
      onClick={() => setFormed(!formed)}
    >
      {formed ? partTexts.asText : partTexts.asMarkdown}
    </button>
  );
  if (formed)
    return (
      <div className="json-markdown">
        {toggle}
        <MarkdownView level={2}>{value}</MarkdownView>
      </div>
    );
  const long = value.length > LONG_TEXT && !whole;
  const text = JSON.stringify(long ? value.slice(0, LONG_TEXT) : value);
  return (
    <>
      <bdi className="json-text">{visibleText(text)}</bdi> {toggle}
      {long && (
        <button type="button" className="plain" onClick={() => setWhole(true)}>
          {partTexts.moreCharacters(value.length - LONG_TEXT)}
        </button>
      )}
    </>
  );
}

function listMembers(value: unknown): [string, unknown][] | null {
  if (typeof value !== 'object' || value === null) return null;
  return Object.entries(value);
}
