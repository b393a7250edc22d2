import { runService } from '@svc/kit/main';
import { logService } from './service.ts';

await runService(logService);
