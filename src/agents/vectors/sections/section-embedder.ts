import { ConfigError } from '../../../base/config/config.js';
import type { ModelSettings } from '../../models/settings.js';
import type { Embedder } from '../embedder.js';
import type { VectorSettings } from '../settings.js';

/**
 * Returns the embedder for sections of files; null if the installation does not search files by meaning. Throws
 * ConfigError if this is enabled without an embedding model.
 */
export function sectionEmbedder(
  { embedFiles }: ModelSettings & VectorSettings,
  embedder: Embedder | null,
): Embedder | null {
  if (embedFiles !== 'none' && embedder === null)
    throw new ConfigError(
      `METARUN_EMBED_FILES is "${embedFiles}": METARUN_EMBEDDING_MODEL names no model that could embed them`,
    );
  return embedFiles === 'chosen' ? embedder : null;
}
