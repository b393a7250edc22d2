import { runService } from '@svc/kit/main';
import { trackingService } from './service.ts';

await runService(trackingService);
