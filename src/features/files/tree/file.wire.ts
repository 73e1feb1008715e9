import { isoTime } from '../../../base/kernel/clock.js';
import type { JsonObject } from '../../../base/kernel/json.js';
import type { FileEntry } from './file-entry.js';
import type { FilePart } from '../reading/file-part.js';
import type { FileContentDto, FileEntryDto } from './file.dto.js';

export function fileEntryDto(entry: FileEntry): FileEntryDto {
  return {
    path: entry.path,
    name: entry.name,
    type: entry.type,
    size: entry.size,
    mime_type: entry.mimeType,
    etag: entry.etag,
    created_at: isoTime(entry.createdAt),
    updated_at: isoTime(entry.updatedAt),
    converted_from: entry.convertedFrom,
    conversion: entry.conversion,
  };
}

/** The same for scripts. */
export function fileEntryJson(entry: FileEntry): JsonObject {
  const { conversion, ...rest } = fileEntryDto(entry);
  return { ...rest, conversion: conversion && { ...conversion } };
}

export function filePartDto(part: FilePart): FileContentDto {
  return {
    ...fileEntryDto(part.entry),
    content: part.content,
    encoding: 'utf-8',
    first_line: part.firstLine,
    last_line: part.lastLine,
    total_lines: part.totalLines,
  };
}
