// What `npm run build` does once the compiler is done.
import { folder as apiDocs } from './build-api-docs.mjs';
import { metafile as client } from './build-client.mjs';
import { metafile as local } from './build-local.mjs';
import { metafiles } from './build-runtimes.mjs';
import './build-schema.mjs';
import { metafile } from './build-server.mjs';
import { checkPinnedNode } from './pinned-node.mjs';
import { writeThirdPartyLicenses } from './third-party-licenses.mjs';

checkPinnedNode();
const file = new URL('../dist/THIRD_PARTY_LICENSES.txt', import.meta.url).pathname;
await writeThirdPartyLicenses(file, [...metafiles, metafile, client, local], [apiDocs]);
