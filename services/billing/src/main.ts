import { runService } from '@svc/kit/main';
import { billingService } from './service.ts';

await runService(billingService);
