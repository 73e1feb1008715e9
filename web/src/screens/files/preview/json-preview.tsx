import { useMemo } from 'react';
import { JsonTree } from '../../../parts/json-tree.js';
import { texts } from '../../../texts/en/files.js';
import type { PreviewProps } from './preview-props.js';
import { TextPreview } from './text-preview.js';

/** JSON as a tree; as a text where it is none, or where only a part of it was read. */
export function JsonPreview(props: PreviewProps & { text: string; whole: boolean }) {
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

/** Returns undefined where a text is no JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
