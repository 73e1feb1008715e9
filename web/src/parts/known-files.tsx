import { createContext, type ReactNode, useContext } from 'react';
import { FileLink } from './file-link.js';
import { pathsIn } from './paths-in.js';
import { visibleText } from './visible-text.js';

/** A file that a text may refer to by its path. */
export interface KnownFile {
  ws: string;
  path: string;
  /** Version of the file; null for the current one. */
  version: string | null;
}

interface Known {
  /** Slug of the project. */
  project: string;
  files: ReadonlyMap<string, KnownFile>;
}

const Context = createContext<Known | null>(null);

/** Makes the paths of these files links in everything below it. */
export function KnownFiles({ project, files, children }: Known & { children: ReactNode }) {
  return <Context value={{ project, files }}>{children}</Context>;
}

/** Returns whether a text is the path of a known file. */
export function useIsKnownFile(text: string): boolean {
  return useContext(Context)?.files.has(text) ?? false;
}

/** A text in which the paths of known files are links. */
export function TextWithPaths({ children: text }: { children: string }) {
  const known = useContext(Context);
  if (known === null || known.files.size === 0 || !text.includes('/')) return visibleText(text);
  return pathsIn(text, known.files).map((part, index) => {
    const file = part.isPath ? known.files.get(part.text) : undefined;
    if (file === undefined) return visibleText(part.text);
    return (
      <FileLink
        key={index}
        project={known.project}
        ws={file.ws}
        path={file.path}
        version={file.version ?? undefined}
      >
        {visibleText(part.text)}
      </FileLink>
    );
  });
}
