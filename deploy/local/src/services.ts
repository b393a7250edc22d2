import { accountsService } from '@svc/accounts/service';
import { billingService } from '@svc/billing/service';
import { custodyService } from '@svc/custody/service';
import { filesService } from '@svc/files/service';
import { jobsService } from '@svc/jobs/service';
import { logService } from '@svc/log/service';
import { partnerService } from '@svc/partner/service';
import { pricingService } from '@svc/pricing/service';
import { trackingService } from '@svc/tracking/service';
import { webhooksService } from '@svc/webhooks/service';

export const services = [
  accountsService,
  pricingService,
  jobsService,
  trackingService,
  custodyService,
  logService,
  partnerService,
  webhooksService,
  billingService,
  filesService,
] as const;
/** Name of the process that runs all of them. */
export const allServices = 'services';
export const serviceNames = services.map(({ contract }) => contract.name);
