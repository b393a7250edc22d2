import { runService } from '@svc/kit/main';
import { filesService } from './service.ts';

await runService(filesService);
