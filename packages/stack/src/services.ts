import { accountsService } from '@svc/accounts/service';
import { custodyService } from '@svc/custody/service';
import { filesService } from '@svc/file-ingest/service';
import { jobsService } from '@svc/jobs/service';
import { pricingService } from '@svc/pricing/service';
import { trackingService } from '@svc/tracking/service';
import { webhooksService } from '@svc/webhooks/service';

export const services = [
  accountsService,
  pricingService,
  jobsService,
  trackingService,
  custodyService,
  webhooksService,
  filesService,
] as const;
export const serviceNames = services.map(({ contract }) => contract.name);
