import type { Task } from '../../api/types.js';
import { type CsvValue, formatCsvLine } from '../../parts/csv.js';

export const FORMATS = ['csv', 'ndjson'] as const;
export type Format = (typeof FORMATS)[number];

export const MEDIA_TYPES: Record<Format, string> = {
  csv: 'text/csv;charset=utf-8',
  ndjson: 'application/x-ndjson',
};

const CSV_COLUMNS: Record<string, (task: Task) => CsvValue> = {
  id: ({ id }) => id,
  name: ({ name }) => name,
  status: ({ status }) => status,
  task_type: (task) => task.task_type,
  version: (task) => task.task_type_version,
  created_at: (task) => task.created_at,
  started_at: (task) => task.started_at,
  finished_at: (task) => task.finished_at,
  attempt: ({ attempt }) => attempt,
  progress: ({ progress }) => progress,
  phase: (task) => task.current_phase,
  error_code: (task) => task.error_code,
  error_message: (task) => task.error_message,
  result_summary: (task) => task.result_summary,
  created_by: ({ created_by: by }) => by && `${by.kind}:${by.id}`,
  created_by_name: ({ created_by: by }) => by?.name,
  parent_id: (task) => task.parent_id,
  schedule_id: (task) => task.schedule_id,
  priority: ({ priority }) => priority,
  cpu_ms: (task) => task.cpu_ms,
  peak_memory_bytes: (task) => task.peak_memory_bytes,
};

/** Marks the file as UTF-8 for spreadsheet programs. */
const BYTE_ORDER_MARK = '\uFEFF';

/** Returns the header of a file. */
export function formatExportHead(format: Format): string {
  return format === 'csv' ? `${BYTE_ORDER_MARK}${formatCsvLine(Object.keys(CSV_COLUMNS))}` : '';
}

/** Returns the lines of a file for the given runs. */
export function formatExportLines(format: Format, tasks: readonly Task[]): string {
  if (format === 'ndjson') return tasks.map((task) => `${JSON.stringify(task)}\n`).join('');
  return tasks
    .map((task) => formatCsvLine(Object.values(CSV_COLUMNS).map((valueOf) => valueOf(task))))
    .join('');
}
