import { runService } from '@svc/kit/main';
import { pricingService } from './service.ts';

await runService(pricingService);
