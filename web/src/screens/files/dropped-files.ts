import { within } from './file-names.js';
import type { Chosen } from './upload-queue.js';

/** Returns the dropped files, including those in dropped folders, to upload to a folder of the workspace. */
export async function droppedFiles(items: DataTransferItemList, folder: string): Promise<Chosen[]> {
  // All entries are read before the first `await`, which empties the list.
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

/** Returns the chosen files, to upload to a folder of the workspace. */
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
      // A reader returns the entries in batches of at most 100.
      const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
        reader.readEntries(resolve, reject),
      );
      if (some.length === 0) return;
      for (const each of some) await collect(each, within(folder, entry.name), found);
    }
  }
}
