import type { FileEntity } from '../tree/file.entity.js';
import type { StoredBlob } from '../../../platform/storage/blob-store.js';
import { etagOf } from './etag.js';

/** A blob, and what rows say of it. */
export interface StoredContent {
  id: string;
  /** Bytes. */
  size: number;
  etag: string;
}

/** The document that a Markdown file was converted from. */
export interface Original extends StoredContent {
  /** Version of the converters; null where they have not converted it yet. */
  converter: string | null;
  /** The charset that was given with it; null: it is found out. */
  charset: string | null;
}

/** The state of the conversion of a document of a knowledge base. */
export interface ConversionState {
  status: 'converting' | 'converted' | 'failed';
  /** Why it failed, in words for people. */
  error: string | null;
  /** Warnings of what was left out of the Markdown or may be wrong in it. */
  warnings: string[];
}

/** The content that a file is to have. */
export interface FileContent extends StoredContent {
  /** Name of the document where this is its conversion to Markdown, or was inside it. */
  convertedFrom: string | null;
  original: Original | null;
  conversion: ConversionState | null;
}

export const CONVERTING: ConversionState = { status: 'converting', error: null, warnings: [] };

export function failedConversion(error: string): ConversionState {
  return { status: 'failed', error, warnings: [] };
}

export function storedContent(blob: StoredBlob): StoredContent {
  return { id: blob.id, size: blob.size, etag: etagOf(blob.sha256) };
}

/** A content that was not converted from anything. */
export function plainContent(blob: StoredBlob): FileContent {
  return { ...storedContent(blob), convertedFrom: null, original: null, conversion: null };
}

/** Returns the bytes that a content counts, with its original. */
export function bytesOf({ size, original }: FileContent): number {
  return size + (original?.size ?? 0);
}

/** {@link bytesOf} of what a file holds now. */
export function bytesOfRow(row: Pick<FileEntity, 'size' | 'original_size'>): number {
  return row.size + row.original_size;
}

/** The columns that say what a file holds, in `files` and all but the last in `file_versions`. */
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

export function columnsOf(content: FileContent): ContentColumns {
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

/** Returns the columns of a file whose document is still to be converted. It has an ETag all the same, since it exists. */
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

/** Null where the row holds no content (yet). */
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
