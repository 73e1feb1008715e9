import { within } from './file-names.js';
import type { Chosen } from './upload-queue.js';

/** Returns the files that were dropped, those of folders too, for a folder of the workspace. */
export async function droppedFiles(items: DataTransferItemList, folder: string): Promise<Chosen[]> {
  // All entries are taken at once: the list is empty after the first pause.
  const dropped = [...items].map((item) => ({
    entry: item.webkitGetAsEntry(),
    file: item.getAsFile(),
  }));
  const found: Chosen[] = [];
  for (const { entry, file } of dropped)
    if (entry !== null) await collect(entry, folder, found);
    else if (file !== null) found.push(...chosenFiles([file], folder));
  return found;
}

/** Returns the files that were chosen, for a folder of the workspace. */
export function chosenFiles(files: Iterable<File>, folder: string): Chosen[] {
  return [...files].map((file) => ({ file, name: file.name, folder }));
}

async function collect(entry: FileSystemEntry, folder: string, found: Chosen[]): Promise<void> {
  if (entry instanceof FileSystemFileEntry) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject));
    found.push({ file, name: file.name, folder });
  } else if (entry instanceof FileSystemDirectoryEntry) {
    const reader = entry.createReader();
    for (;;) {
      // A reader gives a hundred at a time.
      const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
        reader.readEntries(resolve, reject),
      );
      if (some.length === 0) return;
      for (const each of some) await collect(each, within(folder, entry.name), found);
    }
  }
}
