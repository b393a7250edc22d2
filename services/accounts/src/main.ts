import { runService } from '@svc/kit/main';
import { accountsService } from './service.ts';

await runService(accountsService);
