import { runService } from '@svc/kit/main';
import { partnerService } from './service.ts';

await runService(partnerService);
