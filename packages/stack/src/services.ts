import { accountsService } from '@svc/accounts/service';
import { jobsService } from '@svc/jobs/service';
import { pricingService } from '@svc/pricing/service';

export const services = [accountsService, pricingService, jobsService] as const;
export const serviceNames = services.map(({ contract }) => contract.name);
