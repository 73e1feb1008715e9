import { fileURLToPath } from 'node:url';
import { Redaction } from '../../../base/redaction/redaction.js';

/** The package sources in METARUN_PYTHON_INDEX_URL. */
export class PackageIndex {
  /** URLs of indexes. If there are no folders either, the installer uses its default index. */
  readonly urls: readonly string[];
  /** Absolute paths of folders with wheels. */
  readonly folders: readonly string[];
  private readonly secrets: Redaction;

  constructor(setting: string) {
    const sources = setting.split(' ').filter((source) => source !== '');
    this.urls = sources.filter((source) => !source.startsWith('/'));
    this.folders = sources.filter((source) => source.startsWith('/'));
    this.secrets = Redaction.of(this.urls.flatMap(listCredentials));
  }

  /** Paths of the sources on this machine. */
  get paths(): string[] {
    const local = this.urls.filter((url) => url.startsWith('file:'));
    return [...this.folders, ...local.map((url) => fileURLToPath(url))];
  }

  /** Returns an installer's output for a client, without credentials and paths of this machine. */
  cleaned(text: string): string {
    const unnamed = text.replaceAll(/:\/\/[^\s/@]+@/g, '://');
    return this.secrets
      .apply(unnamed)
      .replaceAll(/file:\/\/\/[^\s'"]*\/(?=[^\s'"/]*)/g, '')
      .replaceAll(/(?<![\w:/.-])\/(?:[^\s'"()/]+\/)+/g, '');
  }
}

/** Returns the credentials of a URL, both as written and decoded. */
function listCredentials(url: string): string[] {
  const { username, password } = new URL(url);
  // A user name without a password is a token.
  const secret = password === '' ? username : password;
  return [secret, decoded(secret)];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
