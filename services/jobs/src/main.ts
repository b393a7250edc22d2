import { runService } from '@svc/kit/main';
import { jobsService } from './service.ts';

await runService(jobsService);
