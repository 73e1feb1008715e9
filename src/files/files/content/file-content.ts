import type { FileEntity } from '../tree/file.entity.js';
import type { StoredBlob } from '../../../platform/storage/blob-store.js';
import { toEtag } from './etag.js';

/** A blob with the size and ETag recorded in its row. */
export interface StoredContent {
  id: string;
  /** Size in bytes. */
  size: number;
  etag: string;
}

export interface Original extends StoredContent {
  /** Version of the converters; null until the document is converted. */
  converter: string | null;
  /** Charset given with the document; null to detect it. */
  charset: string | null;
}

/** Conversion state of a document in a knowledge base. */
export interface ConversionState {
  status: 'converting' | 'converted' | 'failed';
  /** Human-readable reason of the failure. */
  error: string | null;
  /** Warnings about parts that are missing from the Markdown or may be wrong. */
  warnings: string[];
}

/** Content to be stored as a file. */
export interface FileContent extends StoredContent {
  /** Name of the document that this content was converted from or embedded in; null otherwise. */
  convertedFrom: string | null;
  original: Original | null;
  conversion: ConversionState | null;
}

export const CONVERTING: ConversionState = { status: 'converting', error: null, warnings: [] };

export function failedConversion(error: string): ConversionState {
  return { status: 'failed', error, warnings: [] };
}

export function storedContent(blob: StoredBlob): StoredContent {
  return { id: blob.id, size: blob.size, etag: toEtag(blob.sha256) };
}

/** Returns a content that was not converted from a document. */
export function plainContent(blob: StoredBlob): FileContent {
  return { ...storedContent(blob), convertedFrom: null, original: null, conversion: null };
}

/** Returns the size of a content including its original, in bytes. */
export function computeTotalBytes({ size, original }: FileContent): number {
  return size + (original?.size ?? 0);
}

/** Returns the size of a file's current content including its original, in bytes. */
export function bytesOfRow(row: Pick<FileEntity, 'size' | 'original_size'>): number {
  return row.size + row.original_size;
}

/** Columns that describe the content of a file. `file_versions` has all of them except `conversion`. */
export type ContentColumns = Pick<
  FileEntity,
  | 'size'
  | 'etag'
  | 'blob_id'
  | 'converted_from'
  | 'original_blob_id'
  | 'original_size'
  | 'original_etag'
  | 'converter'
  | 'charset'
  | 'conversion'
>;

export function toContentColumns(content: FileContent): ContentColumns {
  const { original, conversion } = content;
  return {
    size: content.size,
    etag: content.etag,
    blob_id: content.id,
    converted_from: content.convertedFrom,
    original_blob_id: original?.id ?? null,
    original_size: original?.size ?? 0,
    original_etag: original?.etag ?? null,
    converter: original?.converter ?? null,
    charset: original?.charset ?? null,
    conversion: conversion && JSON.stringify(conversion),
  };
}

/**
 * Returns the columns of a file whose document is yet to be converted. They include an ETag, since the file already
 * exists.
 */
export function nothingYet(
  document: StoredContent & { name: string; charset: string | null },
): ContentColumns {
  return {
    size: 0,
    etag: `"${document.etag.replaceAll('"', '')}.converting"`,
    blob_id: null,
    converted_from: document.name,
    original_blob_id: document.id,
    original_size: document.size,
    original_etag: document.etag,
    converter: null,
    charset: document.charset,
    conversion: JSON.stringify(CONVERTING),
  };
}

/** Returns the content that a row describes; null if the row has no content (yet). */
export function contentOfRow(row: Omit<ContentColumns, 'conversion'>): FileContent | null {
  if (row.blob_id === null) return null;
  const original = originalOfRow(row);
  return {
    id: row.blob_id,
    size: row.size,
    etag: row.etag,
    convertedFrom: row.converted_from,
    original,
    conversion: original && { status: 'converted', error: null, warnings: [] },
  };
}

export function originalOfRow(
  row: Pick<
    ContentColumns,
    'original_blob_id' | 'original_size' | 'original_etag' | 'converter' | 'charset'
  >,
): Original | null {
  if (row.original_blob_id === null) return null;
  const {
    original_blob_id: id,
    original_size: size,
    original_etag: etag,
    converter,
    charset,
  } = row;
  return { id, size, etag: etag ?? '', converter, charset };
}

export function conversionOfRow(row: Pick<FileEntity, 'conversion'>): ConversionState | null {
  return row.conversion === null ? null : (JSON.parse(row.conversion) as ConversionState);
}
