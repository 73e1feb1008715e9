// Runs `npm run build`. Each imported module builds one part, after the parts that it imports itself.
import { fileURLToPath } from 'node:url';
import { folder as apiDocs } from './build-api-docs.mjs';
import { metafile as client } from './build-client.mjs';
import { metafile as converter } from './build-converter.mjs';
import { metafile as local } from './build-local.mjs';
import { folders as native } from './build-native.mjs';
import { metafiles } from './build-runtimes.mjs';
import './build-schema.mjs';
import { metafile as server } from './build-server.mjs';
import { metafile as web } from './build-web.mjs';
import { markBuilt } from './fresh-build.mjs';
import { checkPinnedNode } from './pinned-node.mjs';
import { writeSbom } from './sbom.mjs';
import { packageFolders, writeThirdPartyLicenses } from './third-party-licenses.mjs';

checkPinnedNode();
const dist = fileURLToPath(new URL('../dist', import.meta.url));
const bundles = [...metafiles, server, client, converter, local, web];
const folders = packageFolders(bundles, [apiDocs, ...native]);
await writeThirdPartyLicenses(dist, 'metarun', folders);
await writeSbom(dist, folders);
markBuilt();
