import { runService } from '@svc/kit/main';
import { custodyService } from './service.ts';

await runService(custodyService);
