import { runService } from '@svc/kit/main';
import { webhooksService } from './service.ts';

await runService(webhooksService);
