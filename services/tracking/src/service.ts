import { tracking } from '@svc/contracts';
import { defineService } from '@svc/kit/service';
import { assignmentFacts } from './actions/assignment-facts.ts';
import { createDriver } from './actions/create-driver.ts';
import { createDriverClient } from './actions/create-driver-client.ts';
import { createVehicle } from './actions/create-vehicle.ts';
import { listDrivers } from './actions/list-drivers.ts';
import { listVehicles } from './actions/list-vehicles.ts';
import { photoByLink } from './actions/photo-by-link.ts';
import { putDriverPhoto } from './actions/put-driver-photo.ts';
import { track } from './actions/track.ts';
import { trackByToken } from './actions/track-by-token.ts';
import { config } from './config.ts';
import { calls } from './define.ts';
import { migrations } from './migrations/index.ts';
import { onAnyJobEvent } from './reactions/on-any-job-event.ts';
import { forgetExpired } from './schedules/forget-expired.ts';
import { tellExpiringPapers } from './schedules/tell-expiring-papers.ts';
import { watchSla } from './schedules/watch-sla.ts';

export const trackingService = defineService({
  contract: tracking,
  calls,
  config,
  actions: {
    track,
    trackByToken,
    createDriver,
    listDrivers,
    createDriverClient,
    putDriverPhoto,
    createVehicle,
    listVehicles,
    assignmentFacts,
    photoByLink,
  },
  reactions: [onAnyJobEvent],
  schedules: [watchSla, tellExpiringPapers],
  migrations,
  forget: forgetExpired,
});
