/** Injection token of what embeds sections of files: an {@link Embedder}, or null where files are not searched by meaning. */
export const SECTION_EMBEDDER = Symbol('SECTION_EMBEDDER');

/** Injection token of the work that makes vectors of sections of files. */
export const SECTION_VECTOR_WORK = Symbol('SECTION_VECTOR_WORK');
