import { useState } from 'react';
import { texts } from '../../texts/en.js';

/** Says that the server was upgraded since this page was loaded. It never reloads by itself: what is typed would be lost. */
export function VersionNote({ version }: { version: string }) {
  const [loaded] = useState(version);
  if (version === loaded) return null;
  return (
    <p className="version-note" role="status">
      {texts.newerServer(version)}{' '}
      <button type="button" onClick={() => location.reload()}>
        {texts.reload}
      </button>
    </p>
  );
}
