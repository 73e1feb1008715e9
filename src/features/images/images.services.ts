import type { Infrastructure } from '../../workflow/engine/infrastructure.js';
import type { Quotas } from '../projects/quotas.service.js';
import type { SecretsServices } from '../secrets/secrets.services.js';
import { Engines } from './engines.js';
import { ImageBindings } from './image-bindings.js';
import { ImageCopies } from './image-copies.js';
import { ImageDisk } from './image-disk.js';
import { ImagePulls } from './image-pull.js';
import { ImageResults } from './image-results.js';
import { ImageStore } from './image-store.js';
import { Images } from './images.service.js';
import { ImagesWorker } from './images.worker.js';
import type { ImageSettings } from './settings.js';

export type ImagesServices = ReturnType<typeof imagesServices>;

/** The container images of projects. */
export function imagesServices(
  { config, database, bus, transitions, logger, containers }: Infrastructure<ImageSettings>,
  { secrets: { secrets }, quotas }: { secrets: SecretsServices; quotas: Quotas },
) {
  const engines = new Engines(config, containers.engine);
  const store = new ImageStore(database);
  const pulls = new ImagePulls(secrets, config);
  const disk = new ImageDisk(database, config, logger);
  const results = new ImageResults(database, transitions);
  const { imageRegistries } = config;
  return {
    images: new Images(database, store, transitions, quotas, secrets, engines, imageRegistries),
    bindings: new ImageBindings(store, engines),
    copies: new ImageCopies(database, store, engines, pulls, disk),
    worker: new ImagesWorker(database, engines, pulls, disk, results, bus, logger),
    /** True if this process has containers, as far as the settings say. */
    areHere: engines.isHere,
  };
}
